import { useLayoutEffect, useState } from 'preact/hooks';

/**
 * The inner width and height of the element with this `ref`, px, updated whenever they change; 0 before layout. The
 * element may appear later than the component, and disappear.
 */
export function useSize<Kind extends HTMLElement>(): {
  ref(element: Kind | null): void;
  width: number;
  height: number;
} {
  const [element, setElement] = useState<Kind | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref: setElement, ...size };
}
