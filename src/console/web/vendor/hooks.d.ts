/** Served from the build: a copy of the installed package's module. */
export * from 'preact/hooks';
