import { useEffect, useRef, useState } from 'preact/hooks';
import { type PageEntry, pageOfAddress } from '../pages.js';
import { mayLeave, onRoute } from '../router.js';
import { comeBack } from '../view/route.js';

/** The page of the address, unless the reader is asked whether to leave the previous one and stays there. */
export function useShownPage(): PageEntry {
  const [page, setPage] = useState(pageOfAddress);
  const at = useRef({ page, address: location.hash, isAsking: false, isGone: false });
  useEffect(() => {
    const now = at.current;
    const turn = () => {
      now.page = pageOfAddress();
      now.address = location.hash;
      setPage(now.page);
    };
    const ask = async (answer: Promise<boolean>) => {
      now.isAsking = true;
      const isSure = await answer;
      now.isAsking = false;
      if (now.isGone) return;
      // Back and forward still work while the question is open.
      if (isSure) turn();
      else comeBack(now.address);
    };
    const stop = onRoute(() => {
      if (now.isAsking) return;
      if (pageOfAddress() === now.page) return turn();
      // Without a question the page changes in the same step as the address: it must not see another page's address.
      const answer = mayLeave();
      if (answer === true) turn();
      else void ask(answer);
    });
    return () => {
      now.isGone = true;
      stop();
    };
  }, []);
  return page;
}
