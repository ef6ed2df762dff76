import { setTimeout as pause } from 'node:timers/promises';

/** What a piece of work cost the process that waited for it. */
export interface Cost {
	/** The longest turn of the event loop, in milliseconds in which this process computed. */
	turnMs: number;
	/** The memory of the process at its most, in MiB more than before. */
	grownMb: number;
}

/** Measures this process while it waits for some work. What the machine did meanwhile does not count. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
	const before = process.memoryUsage.rss();
	const cost = { turnMs: 0, grownMb: 0 };
	const state = { isOver: false };
	const ending = work().finally(() => {
		state.isOver = true;
	});
	while (!state.isOver) {
		const from = process.cpuUsage();
		await pause(1);
		const { user, system } = process.cpuUsage(from);
		cost.turnMs = Math.max(cost.turnMs, (user + system) / 1_000);
		cost.grownMb = Math.max(cost.grownMb, (process.memoryUsage.rss() - before) / 1024 / 1024);
	}
	await ending;
	return cost;
}
