import { type RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The inner width and height of an element, px, and again whenever they change; 0 before it is laid out. */
export function useSize<Kind extends HTMLElement>(): {
  ref: RefObject<Kind | null>;
  width: number;
  height: number;
} {
  const ref = useRef<Kind>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}
