import { h } from 'preact';
import { useRef } from 'preact/hooks';
import { permits } from '../../rights.js';
import { text } from '../../text/language.js';
import { Segmented } from '../../view/choices.js';
import { Field } from '../../view/field.js';
import { FilterForm, FREE_TEXT } from '../../view/filter-form.js';
import { Icon } from '../../view/icon.js';
import { Pager } from '../../view/pager.js';
import { ask, useRead } from '../../view/read.js';
import { route, visit } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { NotPermitted, ReadingView } from '../../view/states.js';
import { createToken } from './new-token.js';
import { TokenTable } from './token-table.js';

const PAGE = 100;

/** The page: who may use the service, in which role, until when. */
export function TokensPage() {
  const words = text.value.tokens;
  if (permits(useSession(), 'token:manage')) return <Tokens />;
  return (
    <div class="stack">
      <header class="page-head">
        <h1>{words.title}</h1>
      </header>
      <NotPermitted may={words.managing} permission="token:manage" />
    </div>
  );
}

function Tokens() {
  const words = text.value.tokens;
  const session = useSession();
  const { query } = route.value;
  const state = query.get('state') === 'all' ? 'all' : 'active';
  const cursor = query.get('cursor');
  const principal = query.get('principal') ?? '';
  const reading = useRead(
    ask('/svc/token', { state: state === 'all' ? null : state, principal, cursor, limit: PAGE }),
  );
  const add = useRef<HTMLButtonElement>(null);
  const create = async () => {
    if (await createToken(session)) reading.retry();
    add.current?.focus();
  };
  return (
    <div class="stack">
      <header class="page-head">
        <h1>{words.title}</h1>
        <div class="toolbar">
          <Segmented
            label={words.state}
            choices={(['active', 'all'] as const).map((value) => ({ value, label: words[value] }))}
            value={state}
            onChoose={(value) => visit({ state: value === 'all' ? value : null, cursor: null })}
          />
          <button ref={add} type="button" class="button button-primary" onClick={() => void create()}>
            <Icon name="plus" />
            {words.create}
          </button>
        </div>
      </header>
      <FilterForm
        label={words.filters}
        values={{ principal }}
        apply={(values) => visit({ principal: values.principal ?? '', cursor: null })}
        clear={() => visit({ principal: null, cursor: null })}
      >
        <Field label={words.principal}>
          {(labelled) => (
            <input {...labelled} {...FREE_TEXT} type="email" name="principal" defaultValue={principal} />
          )}
        </Field>
      </FilterForm>
      <ReadingView of={reading} empty={words.empty} lead={<p>{words.emptyHint}</p>}>
        {({ data, meta }) => (
          <div>
            <TokenTable tokens={data} reload={reading.retry} />
            <Pager
              next={meta.next}
              cursor={cursor}
              labels={text.value.common.pagesByAge}
              onTurn={(to) => visit({ cursor: to })}
            />
          </div>
        )}
      </ReadingView>
    </div>
  );
}
