import type { IDataObject } from 'n8n-workflow';
import { timing } from '../../AgentKnowledge/transport/timing';
import { takeOldest } from '../memory/batch';
import type { Look } from '../memory/look';
import type { Memory } from '../memory/memory';
import type { Sighting } from '../memory/sighting';
import type { Watch } from './watch';

/** How a lead gets its conversation. */
export interface Conversations {
	/** Before the first look. @throws an error if they cannot be read */
	check(): Promise<void>;
	/** Until when it waits by its time of capture alone, in milliseconds since the epoch. */
	waitsUntil(at: number | null): number;
	/** Reads it. One request. @throws an error that fails the poll */
	read(lead: IDataObject): Promise<Reading>;
	/** A lead that waits and that the list no longer shows near its top. Null: the service no longer has it. */
	find(key: string): Promise<IDataObject | null>;
}

/**
 * - `over`: the lead with its conversation, or with the reason why it has none.
 * - `goes-on`: the same as it stands now. Its talk may go on.
 * - `failed`: the service fails for it. `lead` says so, for when it fails again and again.
 * - `no-turn`: the service takes no more requests now.
 */
export type Reading =
	| { outcome: 'over' | 'goes-on' | 'failed'; lead: IDataObject }
	| { outcome: 'no-turn'; error: Error };

/** Conversations that one poll reads: the key's requests are shared, and a poll may take 20 s. */
const MOST_READ = 20;
/** Leads that wait at a time. Others are not noted yet, so that the memory loses none that waits. */
const MOST_WAITING = 200;
/** Polls in which one conversation fails before its lead comes without it. */
const MOST_FAILED = 3;

/** The state of a lead that waits, with the number of polls in which its conversation failed. */
const WAITS = Array.from({ length: MOST_FAILED }, (_none, failed) => `waits ${failed}`);
const ID = /^\d+$/;

/**
 * Watches the same, and gives each lead its conversation. A lead that waits for the end of it, or for its turn, is noted
 * as waiting and comes with a later poll.
 * @param conversations undefined: leads come without. Those that still wait come at once
 */
export function withConversations(watch: Watch, conversations: Conversations | undefined): Watch {
	return {
		mostKnown: watch.mostKnown,
		async look(memory, most) {
			if (memory === null) await conversations?.check();
			const look = await watch.look(memory, most);
			if (memory === null) return look;
			const waiting = waitingIn(memory);
			if (conversations === undefined && waiting.size === 0) return look;
			const mostWaiting = Math.min(MOST_WAITING, Math.floor(memory.most / 2));
			return await inTurns(look, { waiting, mostWaiting }, conversations ?? AT_ONCE);
		},
		async newest(most) {
			const items = await watch.newest(most);
			if (conversations === undefined) return items;
			const leads: IDataObject[] = [];
			for (const item of items) {
				const reading = await conversations.read(item);
				// A poll would wait for its turn, or for the end of the talk. Nobody waits so long in the editor.
				if (reading.outcome === 'no-turn') throw reading.error;
				leads.push(reading.lead);
			}
			return leads;
		},
	};
}

/** The option was removed while leads waited. */
const AT_ONCE: Conversations = {
	check: () => Promise.resolve(),
	waitsUntil: () => 0,
	read: (lead) => Promise.resolve({ outcome: 'over', lead }),
	find: () => Promise.resolve(null),
};

/** By their key: when they were captured, and how often their conversation failed. */
function waitingIn(memory: Memory): Map<string, { at: number | null; failed: number }> {
	const waiting = WAITS.flatMap((mark, failed) => memory.markedAs(mark).map(({ key, at }) => ({ key, at, failed })));
	return new Map(waiting.map(({ key, at, failed }) => [key, { at, failed }]));
}

type Candidate = Pick<Sighting, 'key' | 'at'> & { item: IDataObject | null; failed: number };

async function inTurns(
	look: Look,
	{ waiting, mostWaiting }: { waiting: ReturnType<typeof waitingIn>; mostWaiting: number },
	conversations: Conversations,
): Promise<Look> {
	const seen = new Map(look.rest.map((one) => [one.key, one.item]));
	const before = [...waiting].map(([key, { at, failed }]) => ({ key, at, failed, item: seen.get(key) ?? null }));
	const fresh = look.news.slice(0, Math.max(0, mostWaiting - before.length));
	const candidates: Candidate[] = [...before, ...fresh.map((one) => ({ ...one, failed: 0 }))];
	candidates.sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
	const { ready, rest } = await readSome(candidates, conversations);
	const batch = takeOldest(ready);
	// Only what the poll returns is noted as returned, after the rest.
	const mayComeLater = ready.map((one) => ({ ...one, mark: WAITS[0] ?? null }));
	return {
		...look,
		news: batch,
		rest: [...look.rest.filter(({ key }) => !waiting.has(key)), ...rest, ...mayComeLater],
		// Those that wait are below the news, and those that are returned are counted when they are.
		settled: look.settled + fresh.length - batch.length,
	};
}

async function readSome(candidates: readonly Candidate[], conversations: Conversations) {
	const until = Date.now() + timing.conversationsMs;
	const ready: Sighting[] = [];
	const rest: Sighting[] = [];
	let left = MOST_READ;
	const wait = ({ key, at, item }: Candidate, failed: number) => {
		rest.push({ key, at, item: item ?? {}, mark: WAITS[failed] ?? null });
	};
	for (const candidate of candidates) {
		const { key, at, failed } = candidate;
		const mayWait = ID.test(key);
		if (mayWait && conversations.waitsUntil(at) > Date.now()) wait(candidate, failed);
		else if (left < 1 || Date.now() >= until) wait(candidate, failed);
		else {
			const item = candidate.item ?? (await conversations.find(key));
			if (candidate.item === null) left -= 1;
			if (item === null) {
				// The service no longer has it.
				rest.push({ key, at, item: {}, mark: THERE });
				continue;
			}
			left -= 1;
			const reading = await conversations.read(item);
			if (reading.outcome === 'no-turn') left = 0;
			const isGivenUp = reading.outcome === 'failed' && (failed + 1 >= MOST_FAILED || !mayWait);
			if (reading.outcome === 'over') ready.push({ key, at, item: reading.lead, mark: THERE });
			else if (isGivenUp) ready.push({ key, at, item: reading.lead, mark: THERE });
			else wait(candidate, reading.outcome === 'failed' ? failed + 1 : failed);
		}
	}
	return { ready, rest };
}

/** As `sightingOf` notes a lead that was returned. */
const THERE = 'there';
