import { type Lead, visibleText } from '../../../../../api';
import type { MailView } from '../../../../../workflows/email/review-contract';
import { shortText } from '../../../../../workflows/task/failure';
import type { Connection, Connections } from '../../../../connections';
import { Problem } from '../../../../problems/problem';
import type { Block, Field } from '../../blocks';

/** What the draft came from: the prompt, the lead of the recipient, and what was said before. */
export async function backgroundBlocks(view: MailView, connections: Connections): Promise<Block[]> {
	const { connection: name, sessionId, origin } = view;
	const connection = orProblem(() => connections.get(name));
	const [lead, conversation] = await Promise.all([
		origin === null ? null : newestLead(connection, view.agentId, origin.recipient),
		conversationBlock(connection, 'Conversation so far', sessionId?.replace(/^email:/, '') ?? null),
	]);
	return [
		...(origin?.prompt ? [{ kind: 'text', title: 'Prompt of the draft', text: origin.prompt } as const] : []),
		...(lead === null ? [] : leadBlocks(lead)),
		...(await leadConversation(connection, lead, sessionId)),
		conversation,
	];
}

const NO_MESSAGES = 'None. This mail starts the conversation.';
const LEAD = 'Lead';

/** Null: there is none with this address. */
async function newestLead(
	connection: Connection | Problem,
	agentId: string,
	email: string,
): Promise<Lead | Problem | null> {
	if (connection instanceof Problem) return connection;
	const found = await orProblemLater(connection.leadsOf(agentId, email));
	return found instanceof Problem ? found : (found[0] ?? null);
}

function leadBlocks(lead: Lead | Problem): Block[] {
	if (lead instanceof Problem)
		return [{ kind: 'note', title: LEAD, text: `It could not be read. ${lead.detail}`, isSoft: true }];
	return [{ kind: 'fields', title: LEAD, fields: leadFields(lead) }];
}

/** A form has as many fields as its owner made. */
const MOST_FIELDS = 20;
const LONGEST_VALUE = 500;

function leadFields({ name, email, phone, city, country, capturedAt, fields }: Lead): Field[] {
	const place = [city, country].filter((part) => part !== '').join(', ');
	const own = { Name: name, Email: email, Phone: phone, Place: place };
	const fieldsOf = (values: object): Field[] =>
		Object.entries(values).flatMap(([label, value]: [string, unknown]) => {
			const text = shownValue(value);
			return text === '' ? [] : [{ label: visibleText(label), value: text }];
		});
	return [
		...fieldsOf(own),
		{ label: 'Captured', value: capturedAt, isMoment: true },
		...fieldsOf(Object.fromEntries(Object.entries(fields).slice(0, MOST_FIELDS))),
	];
}

function shownValue(value: unknown): string {
	if (value === null || value === undefined) return '';
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return shortText(visibleText(text), LONGEST_VALUE);
}

/** The chat in which the agent met the lead, unless the mail replies in it. */
async function leadConversation(
	connection: Connection | Problem,
	lead: Lead | Problem | null,
	sessionId: string | null,
): Promise<Block[]> {
	if (lead === null || lead instanceof Problem || lead.conversationId === '') return [];
	if (sessionId !== null && sessionId.replace(/^email:/, '') === lead.conversationId) return [];
	return [await conversationBlock(connection, 'Conversation that the lead came from', lead.conversationId)];
}

/** @param id null if there is no conversation yet */
async function conversationBlock(connection: Connection | Problem, title: string, id: string | null): Promise<Block> {
	const block = { kind: 'messages', title } as const;
	if (id === null) return { ...block, messages: [], none: NO_MESSAGES };
	const messages = connection instanceof Problem ? connection : await orProblemLater(connection.transcript(id));
	if (messages instanceof Problem)
		return { ...block, messages: null, none: `It could not be read. ${messages.detail}` };
	return { ...block, messages, none: 'It has no messages.' };
}

function orProblem<Value>(read: () => Value): Value | Problem {
	try {
		return read();
	} catch (error) {
		if (error instanceof Problem) return error;
		throw error;
	}
}

async function orProblemLater<Value>(reading: Promise<Value>): Promise<Value | Problem> {
	try {
		return await reading;
	} catch (error) {
		if (error instanceof Problem) return error;
		throw error;
	}
}
