/** Versions that replace each other, process by process, under tasks of every kind: there and back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { now } from '../../support/time/moments';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { statusPath } from '../chaos/api-paths';
import { allCells } from '../chaos/fault-matrix/cells';
import { longestPause } from '../chaos/fault-matrix/longest-pause';
import { restartAll } from '../chaos/fault-matrix/process-faults';
import { say } from '../chaos/fault-matrix/report';
import { runMatrix } from '../chaos/fault-matrix/run-matrix';
import { type SetUp, setUp } from '../chaos/fault-matrix/set-up';
import { TIMING } from '../chaos/fault-matrix/stack';
import type { World } from '../chaos/fault-matrix/world';
import { installEarlierWorker } from '../install/upgrade/earlier-version';
import type { Release } from '../../support/cluster/temporal-cluster';

const LIMIT_MS = 20 * 60_000;
/** Tasks whose looks are timed, which are under way during all changes of a release. */
const WATCHED = 20;
/** Pause after each page of their site: their runs end only when the clock runs faster. */
const PAGE_SECONDS = 86_400;
const FAST_CLOCK = 100_000;
/** The shortest poll that operators have by default (`timing.pollMinMs`). Milliseconds. */
const SHORTEST_POLL_MS = 5_000;

const replaySchema = z.object({ ok: z.literal(true), replayed: z.int().positive() });

/** Which version comes next, on which release of Temporal. */
const CHANGES: Record<Release, readonly ('newer' | 'older')[]> = {
	oldest: ['newer', 'older'],
	newest: ['newer', 'older', 'newer'],
};

describe.each<Release>(['oldest', 'newest'])('on a cluster of the %s supported Temporal', (release) => {
	let folder: string;
	let stack: SetUp;
	let programs: Record<'newer' | 'older', string>;
	let watched: Watched[];

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-rolling-'));
		const { file } = await installEarlierWorker(join(folder, 'older'));
		stack = await setUp(`rolling-${release}`, { endedRun: 'kept', cluster: release });
		const { world } = stack;
		programs = { newer: world.stack.programs.worker, older: file };
		world.stack.programs.worker = programs.older;
		await restartAll(world.stack);
		watched = await startWatched(world);
	});
	afterAll(async () => {
		await stack.end(false);
		await rm(folder, { recursive: true, force: true });
	});

	/** What the guide asks of a version before it is started. */
	async function passesGate(program: string): Promise<void> {
		const config = join(stack.world.folder, 'worker-1.yaml');
		const said = await runCommand(process.execPath, [program, 'replay', '--open', '--config', config, '--json']);
		expect(replaySchema.parse(JSON.parse(said)).replayed).toBeGreaterThanOrEqual(WATCHED);
	}

	it.each(CHANGES[release].map((version, index) => ({ version, number: index + 1 })))(
		'change $number, to the $version version, loses and doubles nothing, and no look is late by a poll',
		async ({ version, number }) => {
			const { world } = stack;
			await passesGate(programs[version]);
			world.stack.programs.worker = programs[version];
			const from = now().getTime();
			const cells = allCells().filter(({ fault }) => fault === 'rolling-restart');
			const options = { seed: `${release}-${number}`, runs: cells.length, cells, deadline: from + LIMIT_MS / 2 };
			const { figures } = await runMatrix(world, options);
			const to = now().getTime();
			expect(figures.problems).toEqual([]);
			expect(figures).toMatchObject({ cellsHit: cells.length, lost: 0, doubled: 0, unknown: 0, kills: 0 });
			const late = Math.max(...watched.map((task) => longestPause(looksAt(world, task), from, to))) - TIMING.pollMaxMs;
			say(`  of ${WATCHED} tasks that look every ${TIMING.pollMaxMs} ms, the latest look came ${late} ms late`);
			expect(late).toBeLessThanOrEqual(SHORTEST_POLL_MS);
		},
		LIMIT_MS,
	);

	it(
		'tasks that were under way all the time end, each with one training run',
		async () => {
			const { world } = stack;
			await world.admin.setSettings({ clockFactor: FAST_CLOCK });
			for (const { id, agentId } of watched) {
				expect(await world.caller.untilEnded(id)).toMatchObject({ status: 'completed' });
				expect(world.oracle.effects(agentId, 'training-run', 0)).toHaveLength(1);
			}
		},
		LIMIT_MS,
	);
});

interface Watched {
	id: string;
	agentId: string;
}

async function startWatched({ admin, caller, stack }: World): Promise<Watched[]> {
	const watched: Watched[] = [];
	for (let number = 1; number <= WATCHED; number += 1) {
		const agent = { name: `watched-${number}`, website: `${stack.sandbox.siteUrl}/`, pageSeconds: PAGE_SECONDS };
		const { id: agentId } = await admin.createAgent(agent);
		const input = { version: 1, connection: 'wide', agentId, waitUntil: 'finished' };
		watched.push({ id: await caller.start('retrain-and-wait', agent.name, input), agentId });
	}
	return watched;
}

/** All looks at a task's training run, in milliseconds since 1970, oldest first. */
function looksAt({ oracle }: World, { agentId }: Watched): number[] {
	const path = statusPath(agentId).replace(`/agents/${agentId}`, '');
	return oracle.requests(agentId, 'GET', path, 0).map(({ at }) => at);
}
