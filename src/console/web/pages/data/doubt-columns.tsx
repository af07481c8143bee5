import { h } from 'preact';
import { instant } from '../../format.js';
import { text } from '../../text/language.js';
import type { TableColumn } from '../../view/data-table.js';
import { MessageText } from '../../view/message-text.js';
import { joinMessages, messageOf } from '../../view/problem.js';
import type { BodyOf, RowOf } from '../../view/read.js';

type Doubtful = RowOf<'/svc/datasets/{name}/flagged'>;

/** The doubts about a record and its author, or who confirmed it, when and why. */
export function doubtColumns(
  flags: BodyOf<'/svc/datasets/{name}'>['flags'],
  dismissed: boolean,
): readonly TableColumn<Doubtful>[] {
  const words = text.value.decisions;
  const meanings = new Map(flags.map(({ flag, detail }) => [flag, detail]));
  return [
    {
      heading: words.flagged.flags,
      cell: ({ flags: raisedFlags }) => {
        const doubts = raisedFlags.map((code) =>
          messageOf('doubts', { code, detail: meanings.get(code) ?? code }),
        );
        return <MessageText of={joinMessages(doubts)} />;
      },
      wrap: true,
    },
    ...(dismissed ? dismissalColumns() : writtenColumns()),
  ];
}

function writtenColumns(): readonly TableColumn<Doubtful>[] {
  const words = text.value.decisions;
  return [
    { heading: words.who, cell: ({ maker }) => maker, wrap: true, wideOnly: true },
    { heading: words.when, cell: ({ timestamp }) => instant(timestamp), wideOnly: true },
  ];
}

function dismissalColumns(): readonly TableColumn<Doubtful>[] {
  const words = text.value.decisions;
  return [
    { heading: words.reason, cell: ({ dismissal }) => dismissal?.reason, wrap: true },
    { heading: words.decidedBy, cell: ({ dismissal }) => dismissal?.by, wrap: true, wideOnly: true },
    { heading: words.when, cell: ({ dismissal }) => instant(dismissal?.at), wideOnly: true },
  ];
}
