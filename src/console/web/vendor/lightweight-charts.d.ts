/** Served from the installed package beside the console's own files: see console.files.ts. */
export * from 'lightweight-charts';
