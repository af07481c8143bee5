import { h } from 'preact';
import { nameOf, permits } from '../../rights.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { route } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { Tabs } from '../../view/tabs.js';
import { Audit } from './audit.js';
import { Events } from './events.js';
import { Sources } from './sources.js';
import { Webhooks } from './webhooks.js';

/** Parts of the page, with the permission for each. */
const PARTS = {
  audit: 'audit:read',
  events: 'market-data:read',
  webhooks: 'token:manage',
  sources: 'source:manage',
} as const;
type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

/** The page: the part named by the address; parts that a role may not see are not offered. */
export function ActivityPage() {
  const words = text.value.activity;
  const session = useSession();
  const permittedParts = NAMES.filter((part) => permits(session, PARTS[part]));
  const requestedPart = NAMES.find((part) => part === route.value.path[0]);
  const part = requestedPart ?? permittedParts[0] ?? 'events';
  return (
    <div class="stack">
      <header class="page-head">
        <h1>{words.title}</h1>
      </header>
      <Tabs
        label={words.parts}
        tabs={permittedParts.map((id) => ({ id, label: words.tabs[id], href: addressOf('activity', [id]) }))}
        currentId={part}
      />
      {!permits(session, PARTS[part]) ? (
        <p class="notice">{words.needs(PARTS[part], nameOf(session))}</p>
      ) : part === 'audit' ? (
        <Audit />
      ) : part === 'events' ? (
        <Events />
      ) : part === 'webhooks' ? (
        <Webhooks />
      ) : (
        <Sources />
      )}
    </div>
  );
}
