/*
 * The plugin that makes Swagger UI at /docs look like the console and shows code for each call. A classic script
 * without imports, like those of Swagger UI: it must be there before the page has loaded.
 */

/** The parts of Swagger UI that are used here (https://swagger.io/docs/open-source-tools/swagger-ui/customization). */
interface ExplorerSystem {
  React: {
    createElement(type: unknown, properties?: object | null, ...children: unknown[]): unknown;
    useState<Value>(first: Value): [Value, (value: Value) => void];
    useEffect(effect: () => void, inputs: readonly unknown[]): void;
  };
}

/** An Immutable.js map. */
interface ExplorerMap {
  get(key: string): unknown;
  toJS(): Record<string, unknown>;
}

/** Props of the list of an operation's responses. */
interface ExplorerResponses {
  path: string;
  method: string;
  specSelectors: {
    parameterValues(at: readonly [string, string]): ExplorerMap;
    specResolvedSubtree(at: readonly string[]): ExplorerMap | undefined;
  };
  oas3Selectors: { requestBodyValue(path: string, method: string): unknown };
}

{
  const KEY = 'mds.theme';
  const STROKES = 'M5 20V10M5 7V4M12 20v-4M12 12V4M19 20v-7M19 9V4M3 10h4V7H3zM10 16h4v-4h-4zM17 13h4V9h-4z';
  const system = matchMedia('(prefers-color-scheme: dark)');
  const samples = import('./samples.js');

  const theme = () => sessionStorage.getItem(KEY) ?? (system.matches ? 'dark' : 'light');
  const applyTheme = () => {
    document.documentElement.dataset.theme = theme();
    document.documentElement.classList.toggle('dark-mode', theme() === 'dark');
  };
  applyTheme();
  system.addEventListener('change', applyTheme);
  document.documentElement.lang = 'en';

  /** The values filled in for an operation, for the samples. */
  const callOf = ({ path, method, specSelectors, oas3Selectors }: ExplorerResponses) => {
    const operation = specSelectors.specResolvedSubtree(['paths', path, method])?.toJS() as
      | {
          parameters?: { in: string; name: string; schema?: { example?: unknown; type?: string } }[];
          responses?: Record<string, { content?: Record<string, unknown> }>;
          requestBody?: { content?: Record<string, { example?: unknown; schema?: { example?: unknown } }> };
        }
      | undefined;
    const values = Object.entries(specSelectors.parameterValues([path, method]).toJS());
    const content = operation?.requestBody?.content?.['application/json'];
    const example = content?.example ?? content?.schema?.example;
    const types = Object.keys(operation?.responses?.['200']?.content ?? {});
    const typedBody = oas3Selectors.requestBodyValue(path, method);
    return {
      method: method.toUpperCase(),
      path,
      parameters: (operation?.parameters ?? []).map((each) => ({
        in: each.in,
        name: each.name,
        type: each.schema?.type,
        value:
          values.find(
            ([key]) => key.startsWith(`${each.in}.${each.name}.`) || key === `${each.in}.${each.name}`,
          )?.[1] ?? each.schema?.example,
      })),
      body:
        content === undefined
          ? undefined
          : typeof typedBody === 'string'
            ? typedBody
            : JSON.stringify(example ?? {}),
      isText: types.length > 0 && !types.includes('application/json'),
      origin: location.origin,
    };
  };

  const explorer = ({ React }: ExplorerSystem) => {
    const h = React.createElement;

    const Bar = () => {
      const [currentTheme, show] = React.useState(theme());
      const other = currentTheme === 'dark' ? 'light' : 'dark';
      const change = () => {
        sessionStorage.setItem(KEY, other);
        applyTheme();
        show(other);
      };
      return h(
        'header',
        { className: 'explorer-bar' },
        h(
          'a',
          { className: 'explorer-brand', href: '/docs' },
          h('svg', { viewBox: '0 0 24 24', 'aria-hidden': true }, h('path', { d: STROKES })),
          'Market Data API',
        ),
        h(
          'nav',
          { 'aria-label': 'Places' },
          h('a', { href: '/console' }, 'Console'),
          h('a', { href: '/guide' }, 'Guide'),
          h('button', { type: 'button', onClick: change }, other === 'dark' ? 'Dark' : 'Light'),
        ),
      );
    };

    const Samples = ({ call }: { call: ReturnType<typeof callOf> }) => {
      const [snippets, make] = React.useState<{ language: string; code: string }[]>([]);
      const [chosenLanguage, choose] = React.useState('curl');
      const key = JSON.stringify(call);
      React.useEffect(() => {
        void samples.then(({ samplesOf }) => make(samplesOf(JSON.parse(key))));
      }, [key]);
      return h(
        'section',
        { className: 'explorer-samples', 'aria-label': 'Code samples' },
        h(
          'div',
          { className: 'explorer-languages' },
          ...snippets.map(({ language }) =>
            h(
              'button',
              {
                type: 'button',
                'aria-pressed': language === chosenLanguage,
                onClick: () => choose(language),
              },
              language,
            ),
          ),
        ),
        h('pre', { tabIndex: 0 }, snippets.find(({ language }) => language === chosenLanguage)?.code ?? ''),
      );
    };

    return {
      components: { Topbar: Bar },
      wrapComponents: {
        responses: (Responses: unknown) => (properties: ExplorerResponses) =>
          h('div', null, h(Samples, { call: callOf(properties) }), h(Responses, properties)),
      },
    };
  };
  Object.assign(globalThis, { explorer });
}
