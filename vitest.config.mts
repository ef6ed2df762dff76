import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Ends only what hangs: a busy machine fails no test. ms */
const LIMIT_MS = 10 * 60_000;

/** What the build inlines as text: SQL migrations, pages, styles. */
const TEXT = /\.(sql|html|css|svg|txt)$/;
/** Under a name of its own, because Vitest empties every module that is called a style. */
const textFiles: Plugin = {
	name: 'text-files',
	enforce: 'pre',
	async resolveId(source, importer) {
		if (!TEXT.test(source)) return null;
		const resolved = await this.resolve(source, importer, { skipSelf: true });
		return resolved === null || resolved.id.includes('/node_modules/') ? null : `${resolved.id}.text`;
	},
	load: async (id) =>
		id.endsWith('.text')
			? { code: `export default ${JSON.stringify(await readFile(id.slice(0, -'.text'.length), 'utf8'))};` }
			: null,
};

/**
 * One project a kind of test. Which command runs which stands in scripts/test/suites.mjs.
 * @param folders whose `*.test.ts` belong to it
 */
function kind(
	name: string,
	folders: readonly string[],
	more: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
	return {
		extends: true,
		test: {
			name,
			include: folders.map((folder) => `${folder}/**/*.test.ts`),
			testTimeout: LIMIT_MS,
			hookTimeout: LIMIT_MS,
			...more,
		},
	};
}

/**
 * These run file after file in the same few processes, so that n8n's engine and Temporal's SDK are loaded once in each. A
 * test leaves nothing behind that another would meet.
 */
const inSharedProcesses = {
	isolate: false,
	setupFiles: ['test/support/random-input-seed.ts', 'test/support/temporal/without-watchdog.ts'],
	// Workflows run in the process of their test. In the product each worker has a thread for them, which loads the SDK and
	// all workflows again: 0.3 s of CPU time. The suites that start whole processes have it too.
	env: { TEMPORAL_DEBUG: 'true' },
	// Most tests wait, and V8 uses the pause for a collection of the whole heap, which has n8n's engine in it: a tenth of
	// the processor time.
	execArgv: ['--no-memory-reducer', '--initial-old-space-size=1500'],
};

/** Each file has a process of its own, because it kills, measures or opens what belongs to the whole process. */
const inOwnProcess = { isolate: true };

const UNIT_FOLDERS = [
	...['api', 'workflows', 'worker', 'sandbox', 'nodes', 'credentials', 'task-nodes', 'scripts'],
	...['test/parts/contract', 'test/docs/documentation', 'test/support'],
	// What the chaos matrix plans and judges; the matrix itself is a program.
	'test/system/chaos/fault-matrix',
];

const INTEGRATION_FOLDERS = ['workflows', 'replay', 'integration', 'sandbox', 'nodes', 'task-nodes'].map(
	(folder) => `test/parts/${folder}`,
);

/** Tests of several parts wait and are long, so they run first: short ones fill the last seconds of all processes. */
class SeveralPartsFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const [several, one] = [files.filter(isOfSeveral), files.filter((file) => !isOfSeveral(file))];
		return [...(await super.sort(several)), ...(await super.sort(one))];
	}
}

function isOfSeveral({ moduleId }: TestSpecification): boolean {
	return moduleId.includes('/test/parts/');
}

export default defineConfig({
	plugins: [textFiles],
	// As n8n loads a node: one copy for the engine and the nodes, so that an error of a node is one of the engine's.
	resolve: { alias: { 'n8n-workflow': createRequire(import.meta.url).resolve('n8n-workflow') } },
	test: {
		globals: true,
		pool: 'forks',
		maxWorkers: 3,
		sequence: { sequencer: SeveralPartsFirst },
		setupFiles: ['test/support/quiet-engine.ts'],
		projects: [
			kind('unit', UNIT_FOLDERS, inSharedProcesses),
			kind('integration', INTEGRATION_FOLDERS, inSharedProcesses),
			// Both in the same processes, which load the product once.
			kind('parts', [...UNIT_FOLDERS, ...INTEGRATION_FOLDERS], inSharedProcesses),
			...['sandbox', 'gateway'].map((name) => kind(`${name}-browser`, [`test/browser/${name}`], inOwnProcess)),
			kind('start-page', ['test/browser/start-page'], inOwnProcess),
			kind('sandbox-files', ['test/parts/sandbox-files'], inOwnProcess),
			kind('sandbox-properties', ['test/properties/sandbox'], inOwnProcess),
			...['smoke', 'e2e'].map((name) => kind(name, [`test/system/${name}`], inOwnProcess)),
			kind('gateway-properties', ['test/properties/gateway'], { ...inOwnProcess, testTimeout: 90 * 60_000 }),
			kind('knowledge-properties', ['test/properties/knowledge'], { ...inOwnProcess, testTimeout: 60 * 60_000 }),
			kind('task-properties', ['test/properties/tasks'], { ...inOwnProcess, testTimeout: 60 * 60_000 }),
			kind('install', ['test/system/install', 'test/system/github'], inOwnProcess),
			// Only root on Debian can run these.
			...['containers', 'systemd'].map((name) => kind(name, [`test/system/${name}`], inOwnProcess)),
			kind('operating', ['test/system/operations-drills'], inOwnProcess),
			kind('helm', ['test/system/helm'], inOwnProcess),
			...['site', 'blocks'].map((name) => kind(`docs-${name}`, [`test/docs/${name}`], inOwnProcess)),
			kind('cluster', ['test/system/cluster'], { ...inOwnProcess, maxWorkers: 1 }),
			kind('chaos', ['test/system/chaos'], { ...inOwnProcess, exclude: ['test/system/chaos/fault-matrix/**'] }),
		],
	},
});
