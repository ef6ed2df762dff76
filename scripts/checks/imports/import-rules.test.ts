import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { workspaceRoot } from '../../build/workspace-root.mjs';

type Files = Record<string, string>;

const CRUISER = join(workspaceRoot, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const RULES = join(workspaceRoot, '.dependency-cruiser.cjs');
const reportSchema = z.object({
	summary: z.object({ violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })) }),
});

/** A tree in which every file imports only what it may. */
const CLEAN: Files = {
	'tsconfig.json': '{}',
	'node_modules/axios/package.json': '{ "name": "axios", "main": "index.js" }',
	'node_modules/axios/index.js': 'module.exports = {};',
	'api/ids.ts': 'export const ids = 1; export type Id = string;',
	'nodes/node.ts': `import type { Id } from '../api/ids'; export type Row = Id;`,
	'task-nodes/node.ts': `import type { Id } from '../api/ids'; export type Task = Id;`,
	'workflows/retrain/contract.ts': 'export const input = 1; export type Input = number;',
	'workflows/retrain/workflow.ts': `import type { Input } from './contract'; export const run = (input: Input) => input;`,
	'workflows/email/mail.ts': 'export const mail = 1;',
	'worker/log/logger.ts': 'export const log = 1;',
	'worker/gateway/app.ts': `import { log } from '../log/logger'; export const app = log;`,
	'worker/gateway/routes/tasks.ts': 'export const start = 1;',
	'worker/gateway/console/tasks/page.tsx': 'export const tasks = 1;',
	'sandbox/database/leads.ts': 'export const leads = 1;',
	'sandbox/dashboard/page.ts': `import { leads } from '../database/leads'; export const page = leads;`,
};

const BREACHES: { what: string; files: Files; rules: string[] }[] = [
	{
		what: 'an import upward in the worker',
		files: { 'worker/problems/level.ts': `import { app } from '../gateway/app'; export const level = app;` },
		rules: ['worker-problems-imports-down'],
	},
	{
		what: 'a review that knows what it is about',
		files: {
			'workflows/review/ask.ts': `import { mail } from '../email/mail'; export const ask = mail;`,
		},
		rules: ['reviews-know-no-subject'],
	},
	{
		what: 'a route of the gateway in another one',
		files: { 'worker/gateway/routes/hooks.ts': `import { start } from './tasks'; export const hook = start;` },
		rules: ['routes-know-no-other-route'],
	},
	{
		what: 'an import upward in the sandbox',
		files: { 'sandbox/problems/refusal.ts': `import { page } from '../dashboard/page'; export const refusal = page;` },
		rules: ['sandbox-problems-imports-down'],
	},
	{
		what: 'code of the worker outside its rooms',
		files: { 'worker/tools/text.ts': `import { log } from '../log/logger'; export const text = log;` },
		rules: ['worker-has-these-rooms'],
	},
	{
		what: 'an import upward in the console',
		files: {
			'worker/gateway/console/words/page.ts': `import { tasks } from '../tasks/page'; export const page = tasks;`,
		},
		rules: ['worker/gateway/console-words-imports-down'],
	},
	{
		what: 'a component that imports code of the worker',
		files: {
			'worker/gateway/console/tasks/app.tsx': `import { log } from '../../../log/logger'; export const app = log;`,
		},
		rules: ['console-knows-types-of-worker'],
	},
	{
		what: 'a component that imports another library than Preact',
		files: { 'worker/gateway/console/tasks/call.tsx': `import axios from 'axios'; export const call = axios;` },
		rules: ['console-imports-preact-only'],
	},
	{
		what: 'a workflow that imports a contract at run time',
		files: { 'workflows/retrain/check.ts': `import { input } from './contract'; export const check = () => input;` },
		rules: ['workflows-know-types-of-contracts'],
	},
	{
		what: 'a workflow that imports a library',
		files: { 'workflows/retrain/call.ts': `import axios from 'axios'; export const call = axios;` },
		rules: ['workflows-import-temporal-only'],
	},
	{
		what: 'a workflow or a node that imports the table of operations at run time',
		files: {
			'workflows/retrain/ids.ts': `import { ids } from '../../api/ids'; export const known = ids;`,
			'nodes/ids.ts': `import { ids } from '../api/ids'; export const known = ids;`,
		},
		rules: ['types-only-from-api'],
	},
	{
		what: 'a node that imports a library',
		files: { 'task-nodes/call.ts': `import axios from 'axios'; export const call = axios;` },
		rules: ['nodes-have-no-runtime-dependency'],
	},
	{
		what: 'a node that imports the worker',
		files: { 'task-nodes/log.ts': `import { log } from '../worker/log/logger'; export const own = log;` },
		rules: ['nobody-imports-worker-or-sandbox', 'task-nodes-know-types-of-api'],
	},
	{
		what: 'an import of a file that is not there',
		files: { 'api/gone.ts': `import { gone } from './not-here'; export const still = gone;` },
		rules: ['no-unresolved'],
	},
];

/** A circle is reported at one of its files. */
const CIRCLES: Files = {
	'api/a.ts': `import type { B } from './b'; export type A = B | 1;`,
	'api/b.ts': `import type { A } from './a'; export type B = A | 2;`,
	// Folders that import each other, while their files do not.
	'worker/net/hosts/allowed.ts': `import { call } from '../calls/call'; export const allowed = call;`,
	'worker/net/hosts/name.ts': 'export const name = 1;',
	'worker/net/calls/call.ts': 'export const call = 1;',
	'worker/net/calls/retry.ts': `import { name } from '../hosts/name'; export const retry = name;`,
};

/** @returns the rules that a tree breaks, by the file or folder that breaks them */
async function brokenRules(files: Files): Promise<Map<string, string[]>> {
	const root = await mkdtemp(join(tmpdir(), 'import-rules-'));
	try {
		for (const [name, text] of Object.entries(files)) {
			await mkdir(dirname(join(root, name)), { recursive: true });
			await writeFile(join(root, name), text);
		}
		const folders = ['api', 'nodes', 'task-nodes', 'workflows', 'worker', 'sandbox'];
		const words = [CRUISER, '--config', RULES, '--output-type', 'json', ...folders];
		const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root });
		const rules = new Map<string, string[]>();
		for (const { from, rule } of reportSchema.parse(JSON.parse(stdout)).summary.violations)
			rules.set(from, [...(rules.get(from) ?? []), rule.name].sort());
		return rules;
	} finally {
		await rm(root, { recursive: true });
	}
}

it('a tree with only allowed imports breaks no rule', async () => expect(await brokenRules(CLEAN)).toEqual(new Map()));

describe('in a tree with breaches', () => {
	let broken: Map<string, string[]>;
	beforeAll(async () => {
		broken = await brokenRules(BREACHES.reduce((tree, { files }) => ({ ...tree, ...files }), CLEAN));
	});

	it.each(BREACHES)('$what breaks $rules', ({ files, rules }) => {
		for (const file of Object.keys(files)) expect([file, broken.get(file)]).toEqual([file, rules]);
	});

	it('no other file breaks any', () => {
		expect([...broken.keys()].sort()).toEqual(BREACHES.flatMap(({ files }) => Object.keys(files)).sort());
	});
});

it('circles are found: of types, and of folders whose files form none', async () => {
	const broken = await brokenRules({ ...CLEAN, ...CIRCLES });
	expect(broken.get('api/a.ts')).toEqual(['no-circles']);
	expect(broken.get('worker/net/hosts')).toEqual(['no-circles-of-folders']);
	expect([...new Set([...broken.values()].flat())].sort()).toEqual(['no-circles', 'no-circles-of-folders']);
});
