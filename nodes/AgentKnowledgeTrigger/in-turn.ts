import type { IDataObject } from 'n8n-workflow';
import { FIELD } from './memory/state';

/** By then n8n has saved the state of a poll that returned items. */
const SAVING_MS = 30_000;

/** What this process remembers of the last poll of a node. */
interface LastPoll {
	/** n8n's state at its beginning. */
	from: unknown;
	/** The state at its end. */
	to: unknown;
	/** When it returned items, in milliseconds since the epoch. Null if it returned none. */
	gaveAt: number | null;
}

export interface PollOfNode {
	/** Identifies the node across all workflows. */
	node: string;
	/** n8n's state of the node. */
	data: IDataObject;
	/** A person has just published the flow, so that a node without a state begins with what is there now. */
	beginsAnew: boolean;
}

const running = new Set<string>();
const lastPolls = new Map<string, LastPoll>();

/**
 * Runs one poll of a node at a time in this process, each from the end of the last one. n8n starts a poll while the one
 * before still runs, or before it has saved that one's state. Both would return the same news. With its scheduler, n8n
 * also saves the state only with items, so this process remembers what a poll without items saw. As soon as n8n has
 * another state, that one counts.
 * @returns null if the poll must wait for the one before
 */
export async function inTurn(
	{ node, data, beginsAnew }: PollOfNode,
	run: () => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	if (running.has(node)) return [];
	const from = data[FIELD];
	const last = lastPolls.get(node);
	if (last !== undefined && last.from === from && !(from === undefined && beginsAnew)) {
		if (last.gaveAt === null) data[FIELD] = last.to as IDataObject[string];
		else if (Date.now() - last.gaveAt < SAVING_MS) return [];
	}
	running.add(node);
	try {
		const items = await run();
		lastPolls.set(node, { from, to: data[FIELD], gaveAt: items.length > 0 ? Date.now() : null });
		return items;
	} finally {
		running.delete(node);
	}
}
