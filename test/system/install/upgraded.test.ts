import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { bundleChanged } from '../../parts/replay/changed-workflows';
import { type InstalledProgram, installProgram } from './installed-programs';
import { installEarlierWorker } from './upgrade/earlier-version';
import { OpenTasks } from './upgrade/open-tasks';
import { UpgradableStack } from './upgrade/upgradable-stack';

const replaySchema = z.object({
	ok: z.boolean(),
	replayed: z.int(),
	failed: z.array(z.object({ workflowId: z.string(), error: z.string() })),
});

let folder: string;
let older: InstalledProgram;
let newer: InstalledProgram;
let stack: UpgradableStack;
let tasks: OpenTasks;
let stopStack: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-upgrade-'));
	older = await installEarlierWorker(join(folder, 'older'));
	newer = await installProgram('agent-knowledge-worker', folder);
	stack = await UpgradableStack.start(folder, older);
	stopStack = () => stack.stop();
	await stack.subscribe();
});

afterAll(async () => {
	await stopStack();
	await rm(folder, { recursive: true, force: true });
});

/** `replay --open` of a version. */
async function replayed(version: InstalledProgram, ...args: string[]) {
	const { code, stdout, stderr } = await stack.run(version, 'replay', '--open', ...args);
	expect(stderr).toBe('');
	return { code, ...replaySchema.parse(JSON.parse(stdout)) };
}

/** What the guide asks of a version before it is started. */
async function checksOf(version: InstalledProgram) {
	const { replayed: workflows, ...check } = await replayed(version);
	// Also children, a wait and a subscription.
	expect(workflows).toBeGreaterThan(tasks.ids.length);
	return { ...check, doctor: (await stack.run(version, 'doctor')).code };
}

const PASSED = { code: 0, ok: true, failed: [], doctor: 0 };

/** Stops the one version in order, and starts the other one. */
async function changeTo(version: InstalledProgram): Promise<void> {
	const before = await stops();
	await stack.change(version, () => tasks.meanwhile());
	expect(await stops()).toEqual(before.map((count) => count + 1));
	expect(await stack.run(version, 'doctor')).toMatchObject({ code: 0 });
}

const stops = () => Promise.all([stack.orderlyStops('worker'), stack.orderlyStops('gateway')]);

describe('an upgrade with open tasks', () => {
	it('is one: the programs differ', async () => {
		const [one, other] = await Promise.all([older, newer].map(({ file }) => readFile(join(file, '../../dist/cli.js'))));
		expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
	});

	it('is refused by the check before it, for a version that cannot continue them', async () => {
		tasks = await OpenTasks.start(stack, 'upgrade');
		const bundle = join(folder, 'changed.js');
		const change = { file: 'retrain/start-run.ts', from: "enterStage(task.state.progress, 'starting');", to: '' };
		await writeFile(bundle, (await bundleChanged([change])).code);
		const { code, failed } = await replayed(newer, '--bundle', bundle);
		expect(code).toBe(1);
		expect(failed.map(({ workflowId }) => workflowId)).toContain(tasks.id('retrainInTraining'));
		expect(failed.map(({ workflowId }) => workflowId)).not.toContain(tasks.id('mailInReview'));
		expect(failed[0]?.error).toContain('Nondeterminism');
	});

	it('continues each of them to its end, with nothing lost and nothing done twice', async () => {
		expect(await checksOf(newer)).toEqual(PASSED);
		await changeTo(newer);
		await tasks.release();
		await tasks.verify();
	});
});

describe('a rollback with tasks that the newer version has started', () => {
	it('continues each of them to its end, with nothing lost and nothing done twice', async () => {
		const earlier = tasks;
		tasks = await OpenTasks.start(stack, 'rollback');
		expect(await checksOf(older)).toEqual(PASSED);
		await changeTo(older);
		await tasks.release();
		await tasks.verify();
		await earlier.verifyEndless();
		for (const round of [earlier, tasks]) await round.cancel();
	});
});
