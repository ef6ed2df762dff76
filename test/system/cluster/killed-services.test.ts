/** Tasks of every kind on a cluster of the oldest and the newest supported Temporal, while its parts are killed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ahead } from '../../support/time/moments';
import { allCells, type Cell } from '../chaos/fault-matrix/cells';
import type { Figures } from '../chaos/fault-matrix/figures';
import { runMatrix } from '../chaos/fault-matrix/run-matrix';
import { type SetUp, setUp } from '../chaos/fault-matrix/set-up';
import type { Release } from '../../support/cluster/temporal-cluster';

const LIMIT_MS = 20 * 60_000;
const SEED = 'cluster';
/** What a worker says at its start about how calls are handed out. */
const MODES: Record<Release, string> = {
	oldest: 'Each connection has a queue of its own',
	newest: 'Temporal paces all connections in one queue',
};

describe.each<Release>(['oldest', 'newest'])('on a cluster of the %s supported Temporal', (release) => {
	let stack: SetUp;

	beforeAll(async () => {
		stack = await setUp(`cluster-${release}`, { endedRun: 'kept', cluster: release });
	});
	afterAll(async () => {
		await stack.end(false);
	});

	/** @returns the figures once each cell has been hit, and so many runs in all */
	async function hit(isHit: (cell: Cell) => boolean, runsOfEach: number): Promise<Figures> {
		const cells = allCells().filter(isHit);
		const runs = cells.length * runsOfEach;
		const deadline = ahead(LIMIT_MS / 2).getTime();
		const { figures } = await runMatrix(stack.world, { seed: `${SEED}-${release}`, runs, cells, deadline });
		expect(figures.cellsHit).toBe(cells.length);
		expect(figures.countedRuns).toBeGreaterThanOrEqual(runs);
		return figures;
	}

	it('each worker has the mode that is meant, the newest release with the whole order of calls', async () => {
		for (const { name } of stack.world.stack.workers)
			expect(await readFile(join(stack.world.folder, `${name}.log`), 'utf8')).toContain(MODES[release]);
	});

	it(
		'nothing is lost or doubled when each service, and PostgreSQL, is killed once under tasks of every kind',
		async () => {
			const parts = stack.world.stack.engine.parts.length;
			const figures = await hit(({ point, fault }) => point === 'random' && fault === 'kill-temporal', parts);
			expect(figures.problems).toEqual([]);
			expect(figures).toMatchObject({ lost: 0, doubled: 0, unknown: 0 });
			expect(figures.kills).toBeGreaterThanOrEqual(parts);
		},
		LIMIT_MS,
	);

	it(
		'nothing is lost or doubled when one of two gateways is killed in the middle of requests',
		async () => {
			const isHit = ({ point, fault }: Cell) => point === 'in-flight' && fault === 'sent-twice, gateway killed';
			const figures = await hit(isHit, 1);
			expect(figures.problems).toEqual([]);
			expect(figures).toMatchObject({ lost: 0, doubled: 0, unknown: 0 });
		},
		LIMIT_MS,
	);
});
