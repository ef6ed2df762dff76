import { useEffect, useState } from 'preact/hooks';
import {
	listAgents,
	listBuckets,
	listConnections,
	listDestinations,
	listEmailConversations,
	listMailboxes,
} from '../api/client';
import { keepFor } from '../api/keep-for';
import { messageOf } from '../api/live';
import { type Source, textIn, type TypedForm } from './field';

export interface Choice {
	value: string;
	/** For people: a name with its id. */
	words: string;
}

/** What a field of a list can offer at the moment. */
export type Choices =
	| { state: 'loading' }
	/** The list depends on a field that is empty. */
	| { state: 'waiting'; until: string }
	/** `isComplete`: the field names one of them, and nothing else. */
	| { state: 'read'; items: readonly Choice[]; isComplete: boolean }
	/** Anything can be typed instead. */
	| { state: 'unreadable'; why: string };

type ReadList = Extract<Choices, { state: 'read' }>;

/** Lists change rarely. They are read again after this time, in ms. */
const KEPT_MS = 30_000;
const kept = new Map<string, () => Promise<ReadList>>();

/**
 * The choices of a field. They are read once the fields that they depend on are filled in.
 * @param source null: the field has no list
 * @param form the whole form, which names the connection and the agent
 */
export function useChoices(source: Source | null, form: TypedForm): Choices {
	const [choices, setChoices] = useState<Choices>({ state: 'loading' });
	const connection = textIn(form, 'connection');
	const agentId = textIn(form, 'agentId');
	const until = source === null ? null : missingFor(source, connection, agentId);
	useEffect(() => {
		if (source === null || until !== null) return undefined;
		let isCurrent = true;
		const show = (found: Choices) => {
			if (isCurrent) setChoices(found);
		};
		setChoices({ state: 'loading' });
		readKept(source, connection, agentId).then(show, (error: unknown) =>
			show({ state: 'unreadable', why: messageOf(error) }),
		);
		return () => {
			isCurrent = false;
		};
	}, [source, until, ...dependenciesOf(source, connection, agentId)]);
	return until === null ? choices : { state: 'waiting', until };
}

function missingFor(source: Source, connection: string, agentId: string): string | null {
	if ((source === 'agents' || isOfAgent(source)) && connection === '') return 'Choose a connection first';
	return isOfAgent(source) && agentId === '' ? 'Choose an agent first' : null;
}

/** A list is not read again because of a field that has nothing to do with it. */
function dependenciesOf(source: Source | null, connection: string, agentId: string): [string, string] {
	return [source === 'agents' || isOfAgent(source) ? connection : '', isOfAgent(source) ? agentId : ''];
}

function isOfAgent(source: Source | null): boolean {
	return source === 'mailboxes' || source === 'email-conversations';
}

function readKept(source: Source, connection: string, agentId: string): Promise<ReadList> {
	const name = JSON.stringify([source, ...dependenciesOf(source, connection, agentId)]);
	const known = kept.get(name) ?? keepFor(KEPT_MS, () => readList(source, connection, agentId));
	kept.set(name, known);
	return known();
}

async function readList(source: Source, connection: string, agentId: string): Promise<ReadList> {
	switch (source) {
		case 'connections':
			return complete((await listConnections()).map(({ name }) => ({ value: name, words: name })));
		case 'buckets':
			return complete((await listBuckets()).map(({ name }) => ({ value: name, words: name })));
		case 'destinations':
			return complete(
				(await listDestinations()).map(({ name, title }) => ({ value: name, words: `${name} (${title})` })),
			);
		case 'mailboxes':
			return complete(
				(await listMailboxes(connection, agentId)).map(({ id, address }) => ({ value: id, words: address })),
			);
		case 'email-conversations': {
			const items = await listEmailConversations(connection, agentId);
			// Only the newest are known, and any other can be typed.
			return { state: 'read', items: items.map(conversationChoice), isComplete: false };
		}
		case 'agents': {
			const { items, complete: isComplete } = await listAgents(connection);
			return { state: 'read', items: items.map(agentChoice), isComplete };
		}
	}
}

function conversationChoice({ sessionId, with: who }: { sessionId: string; with: string | null }): Choice {
	return { value: sessionId, words: who === null ? sessionId : who };
}

function agentChoice({ id, name }: { id: string; name: string }): Choice {
	return { value: id, words: name === id ? id : `${name} (${id})` };
}

function complete(items: Choice[]): ReadList {
	return { state: 'read', items, isComplete: true };
}
