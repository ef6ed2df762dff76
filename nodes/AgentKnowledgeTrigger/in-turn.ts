import type { IDataObject } from 'n8n-workflow';
import { FIELD } from './memory/state';

/** n8n saves what a poll gave out after the poll, and has done so long before this. */
const SAVING_MS = 30_000;

/** What the last poll of a node left behind in this process. */
interface LastPoll {
	/** The state that it began with, as n8n has it. */
	from: unknown;
	/** The state that it ended with. */
	to: unknown;
	/** When it gave items out, in milliseconds since the epoch; null if it gave none. */
	gaveAt: number | null;
}

export interface PollOfNode {
	/** Of the node, in all workflows. */
	node: string;
	/** What n8n has of its state. */
	data: IDataObject;
	/** Whether a person has just published the flow: without a state it begins with what is there now. */
	beginsAnew: boolean;
}

const running = new Set<string>();
const lastPolls = new Map<string, LastPoll>();

/**
 * One poll of a node at a time in this process, each from where the last one ended. n8n begins a poll though the one
 * before still goes on, or though it does not have that one's state yet: both would give out the same news. And with
 * its scheduler alone, n8n reads the state for each poll, but saves it only with items: what a poll without items saw
 * is known here. n8n's own state counts as soon as it has another one.
 * @returns nothing where a poll has to wait for the one before
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
