import { isAborted } from '../api.js';
import { confirmDialog } from '../dialog.js';
import { icon } from '../icons.js';
import { notPermitted, permits } from '../rights.js';
import { askBeforeLeaving, currentRoute } from '../router.js';
import type { Session } from '../session.js';
import { button, failure, field, fill, h, loading } from '../ui.js';
import { checkFile, type Reading } from './import/check.js';
import type { Form } from './import/form.js';
import { mappingTable, previewOf } from './import/mapping.js';
import { showImport } from './import/panel.js';
import type { Job } from './import/run.js';

const POLICIES: readonly (readonly [string, string])[] = [
  ['error', 'fails: the stored record stays'],
  ['update', 'replaces the stored record'],
  ['ignore', 'is skipped'],
];

/** Rows of a CSV file into a data set, through the bulk API that everybody has. */
export function mount(root: HTMLElement, session: Session): () => void {
  const { api } = session;
  const page = new AbortController();
  let previewing = new AbortController();
  let run: AbortController | null = null;
  let stopAsking: () => void = () => undefined;
  let file: File | null = null;
  const steps = h('div', { class: 'stack' });
  fill(root, h('header', { class: 'page-head' }, h('h1', {}, 'Import')), steps);
  if (!permits(session, 'data:import')) {
    fill(steps, h('div', { class: 'card' }, notPermitted(session, 'data:import', 'Importing')));
    return () => undefined;
  }

  const dataSet = h('select', { class: 'input' }, h('option', { value: 'quote' }, 'Daily quotes (quote)'));
  const policy = h(
    'select',
    { class: 'input' },
    ...POLICIES.map(([value, text]) => h('option', { value }, `${value}: ${text}`)),
  );
  const chooser = h('input', { type: 'file', class: 'visually-hidden', accept: '.csv,.tsv,.txt,text/csv' });
  const fileName = h('strong', {}, 'Choose a CSV file or drop it here');
  const drop = h(
    'label',
    { class: 'drop' },
    chooser,
    icon('import'),
    fileName,
    h('span', { class: 'muted' }, 'With a header line; commas, semicolons or tabs; any size.'),
  );
  const mapping = h('div', { 'aria-live': 'polite' });
  const result = h('div', {});
  fill(
    steps,
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'import-what' },
      h('div', { class: 'card-head' }, h('h2', { id: 'import-what' }, 'File and data set')),
      h(
        'div',
        { class: 'card-body import-what' },
        drop,
        h(
          'div',
          { class: 'stack' },
          field('Data set', dataSet),
          field('A record that is stored already', policy),
        ),
      ),
    ),
    mapping,
    result,
  );
  chooser.addEventListener('change', () => choose(chooser.files?.[0]));
  dataSet.addEventListener('change', () => void preview());
  for (const name of ['dragenter', 'dragover', 'dragleave', 'drop'] as const) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle('drop-over', name === 'dragenter' || name === 'dragover');
      if (name === 'drop' && run === null) choose(event.dataTransfer?.files[0]);
    });
  }
  addEventListener('beforeunload', warn);
  void listDataSets();
  return () => {
    removeEventListener('beforeunload', warn);
    stopAsking();
    page.abort();
    previewing.abort();
    run?.abort();
  };

  /** An import that runs is not left by mistake. */
  function warn(event: BeforeUnloadEvent): void {
    if (run !== null) event.preventDefault();
  }

  async function listDataSets(): Promise<void> {
    try {
      const { data } = await api.list<{ name: string; title: string }>(
        '/svc/datasets',
        { limit: 100 },
        page.signal,
      );
      // A data set's own page leads here with its name.
      const chosen = currentRoute().query.get('set') ?? dataSet.value;
      fill(
        dataSet,
        ...data.map(({ name, title }) =>
          h('option', { value: name, selected: name === chosen }, `${title} (${name})`),
        ),
      );
    } catch (error) {
      if (!isAborted(error))
        fill(
          mapping,
          failure(error, () => void listDataSets()),
        );
    }
  }

  function choose(chosen: File | undefined): void {
    if (chosen === undefined) return;
    file = chosen;
    fill(fileName, `${file.name} (${size(file.size)})`);
    result.replaceChildren();
    void preview();
  }

  async function preview(): Promise<void> {
    const chosen = file;
    if (chosen === null) return;
    // A slow answer for the file or the data set before must not replace that of the one chosen now.
    previewing.abort();
    previewing = new AbortController();
    const { signal } = previewing;
    fill(mapping, loading('Reading the file …'));
    try {
      const form = await api.get<Form>(`/svc/datasets/${dataSet.value}`, undefined, signal);
      const [header, ...rows] = await previewOf(chosen);
      if (signal.aborted) return;
      if (header === undefined || rows.length === 0) {
        throw new Error('The file has no rows below its header line.');
      }
      let reading: Reading = { mapping: [], formats: [] };
      const job = () => ({ file: chosen, form, ...reading, onDuplicate: policy.value });
      const checked = h('div', { class: 'stack', 'aria-live': 'polite' });
      const check = button('Check the whole file', () => {
        checkFile(checked, { file: chosen, form, reading, signal }).catch((error: unknown) =>
          fill(checked, failure(error)),
        );
      });
      const start = button('Start the import', () => void importFile(job(), header.cells), {
        kind: 'primary',
      });
      const preview = mappingTable(form, [header, ...rows], (now, missing) => {
        reading = now;
        checked.replaceChildren();
        start.disabled = missing.length > 0;
      });
      fill(
        mapping,
        h(
          'section',
          { class: 'card', 'aria-labelledby': 'import-columns' },
          h(
            'div',
            { class: 'card-head' },
            h('h2', { id: 'import-columns' }, 'Columns'),
            h('div', { class: 'toolbar' }, check, start),
          ),
          h('div', { class: 'card-body stack' }, preview, checked),
        ),
      );
    } catch (error) {
      if (!signal.aborted)
        fill(
          mapping,
          failure(error, () => void preview()),
        );
    }
  }

  async function importFile(job: Job, header: readonly string[]): Promise<void> {
    const control = new AbortController();
    run = control;
    for (const each of [dataSet, policy, chooser]) each.disabled = true;
    mapping.hidden = true;
    stopAsking = askBeforeLeaving(() => confirmStop(job.file));
    await showImport(result, { api, job, header, control });
    stopAsking();
    run = null;
    for (const each of [dataSet, policy, chooser]) each.disabled = false;
    mapping.hidden = false;
  }
}

function confirmStop({ name }: File): Promise<boolean> {
  return confirmDialog(
    'Leave while the import runs?',
    `Leaving this page stops the import of ${name}. What was answered so far is stored; the batch on its way may be, the rest is not.`,
    { action: 'Stop and leave', kind: 'danger' },
  );
}

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
