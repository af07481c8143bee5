import { h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A part of a page. */
interface Tab<Id extends string> {
  id: Id;
  label: string;
  href: string;
}

/** Links to the parts of a page: each has its own address. */
export function Tabs<Id extends string>({
  label,
  tabs,
  currentId,
}: {
  label: string;
  tabs: readonly Tab<Id>[];
  currentId: Id;
}) {
  const strip = useRef<HTMLElement>(null);
  // On a narrow screen the strip scrolls: keeps the current tab in view.
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (strip.current !== null && current)
      strip.current.scrollLeft = current.offsetLeft - strip.current.clientWidth / 3;
  }, [currentId]);
  return (
    <nav ref={strip} class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.id} href={tab.href} {...(tab.id === currentId && { 'aria-current': 'page' })}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
