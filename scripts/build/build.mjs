// @ts-check
/** `npm run build`: builds everything that runs or ships from source. It takes a few seconds. */
import { cp } from 'node:fs/promises';
import { basename } from 'node:path';
import { buildConsole } from './console.mjs';
import { buildNodePackage } from './node-package.mjs';
import { buildProgram } from './program.mjs';
import { buildWorkflowBundle } from './workflow-bundle.mjs';
import { workspaceRoot } from './workspace-root.mjs';

const started = Date.now();
await Promise.all([
	buildNodePackage({ folder: workspaceRoot, sources: ['nodes', 'credentials'] }),
	buildNodePackage({ folder: `${workspaceRoot}/task-nodes`, sources: ['nodes', 'credentials'] }),
	buildProgram({ entry: 'worker/cli/main.ts', outfile: 'worker/dist/cli.js' }),
	// Temporal's SDK loads it by path, so it has its own file.
	buildProgram({ entry: 'workflows/failure-converter.mts', outfile: 'worker/dist/failure-converter.js' }),
	buildProgram({ entry: 'sandbox/bootstrap/main.ts', outfile: 'sandbox/dist/main.js' }),
	// A process or thread needs its own file.
	...[
		['sandbox', 'sandbox/documents/identify-thread', 'sandbox/documents/read-thread', 'sandbox/crawler/page-thread'],
		['worker', 'worker/knowledge/reading/knowledge-thread'],
	].flatMap(([program, ...files]) =>
		['api/bounded-reader/reader-process', ...files].map((file) =>
			buildProgram({ entry: `${file}.ts`, outfile: `${program}/dist/${basename(file)}.js` }),
		),
	),
	cp(`${workspaceRoot}/sandbox/browser`, `${workspaceRoot}/sandbox/dist/browser`, {
		recursive: true,
		filter: (path) => !path.endsWith('tsconfig.json'),
	}),
	buildConsole(),
]);
await buildWorkflowBundle();
console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
