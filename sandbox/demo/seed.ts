import { randomBytes, randomUUID } from 'node:crypto';
import { SCOPES } from '../../api';
import type { Agents } from '../account/agents';
import type { ApiKeys } from '../account/api-keys';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import { measureText } from '../documents/plain-text';
import { MAILBOX_TOOLS } from '../email/mailboxes';
import type { JobRunner } from '../runtime/job-runner';
import { INDEX_QA_JOB } from '../training/qa-pairs';
import { INDEX_SOURCE_JOB } from '../training/sources';
import { BROKEN_PAGE, CHANNELS, type DemoVisitor, DIALOGUES, FORMS, ORDERS, PAIRS, TEXTS, VISITORS } from './demo-shop';

export interface DemoServices {
	repositories: Repositories;
	jobs: JobRunner;
}

export interface SeedServices extends DemoServices {
	agents: Agents;
	apiKeys: ApiKeys;
}

export interface Seed {
	/** Value of the key with all permissions. */
	key: string;
	/** Address of the sandbox's own website. */
	website: string;
	/** Whether a new data folder also gets the leads, conversations, mail and more of a small shop. */
	demoData: boolean;
}

const AGENTS = [
	{ id: 'agent_support', name: 'Support' },
	{ id: 'agent_sales', name: 'Sales' },
] as const;

const DEMO: readonly DemoAgent[] = [
	{ id: 'agent_support', leads: 22, mailbox: { address: 'support@harbour-pine.example', name: 'Harbour & Pine' } },
	{ id: 'agent_sales', leads: 8, mailbox: { address: 'sales@harbour-pine.example', name: 'Harbour & Pine Sales' } },
];

/** Creates two agents and a key. Existing ones stay unchanged. */
export function seed(database: SqlDatabase, services: SeedServices, { key, website, demoData }: Seed): void {
	const { agents, apiKeys, repositories } = services;
	apiKeys.seed('key_seed', key, { name: 'Seeded key, all permissions', scopes: [...SCOPES] });
	database.transaction(() => {
		const isNew = AGENTS.every(({ id }) => repositories.agents.find(id) === undefined);
		for (const agent of AGENTS) agents.seed({ ...agent, website });
		if (isNew && demoData) seedDemo(services, DEMO);
	});
}

interface DemoAgent {
	id: string;
	/** The number of leads, each with its own conversation. The other data belongs to them. */
	leads: number;
	/** Address of its mailbox. */
	mailbox: { address: string; name: string };
}

const DAY_MS = 86_400_000;
/** Age of the oldest lead: between the shortest and the longest period of analytics. */
const DAYS = 56;
const MINUTE_MS = 60_000;

/**
 * Gives agents the data of a small shop after some weeks, so that no list is empty. It contains leads with form fields,
 * conversations with transcripts, unanswered questions, Q&A pairs, sources, COD confirmations and an active mailbox.
 * Call it once, in the transaction that creates the agents. The jobs index texts and Q&A pairs when they start.
 */
function seedDemo(services: DemoServices, agents: readonly DemoAgent[], now = Date.now()): void {
	for (const agent of agents) {
		seedLeads(services, agent, now);
		seedKnowledge(services, agent.id, now);
		seedOrders(services, agent.id, now);
		seedMailbox(services, agent, now);
	}
}

function seedLeads(services: DemoServices, { id: agentId, leads }: DemoAgent, now: number): void {
	for (let number = 0; number < leads; number += 1) {
		const visitor = cycledItem(VISITORS, number);
		const again = number >= VISITORS.length;
		const startedAt = now - DAYS * DAY_MS + ((number + 0.5) * DAYS * DAY_MS) / leads;
		const conversationId = seedConversation(services, agentId, { number, visitor, startedAt });
		services.repositories.leads.insert({
			agentId,
			conversationId,
			...visitor,
			// A returning visitor uses another address of the same person.
			email: again ? visitor.email.replace('@', '+again@') : visitor.email,
			fields: { ...cycledItem(FORMS, number) },
			network: null,
			capturedAt: isoTime(startedAt + 5 * MINUTE_MS),
		});
	}
}

function seedConversation(
	{ repositories }: DemoServices,
	agentId: string,
	{ number, visitor, startedAt }: { number: number; visitor: DemoVisitor; startedAt: number },
): string {
	const { conversations, messages, unansweredQuestions } = repositories;
	const id = `conv_${randomUUID()}`;
	const { name: visitorName, email: visitorEmail, city, country, countryCode } = visitor;
	const who = { visitorName, visitorEmail, city, country, countryCode };
	conversations.insert({
		id,
		agentId,
		channel: cycledItem(CHANNELS, number),
		visitor: who,
		createdAt: isoTime(startedAt),
	});
	for (const [turn, [question, answer]] of cycledItem(DIALOGUES, number).entries()) {
		const createdAt = isoTime(startedAt + turn * MINUTE_MS);
		const answeredAt = isoTime(startedAt + turn * MINUTE_MS + 4_000);
		const isAnswered = answer !== null;
		messages.insert({ conversationId: id, role: 'visitor', content: question, answered: isAnswered, createdAt });
		const content = answer ?? 'I could not find an answer to that. Leave your address, and the team will write to you.';
		messages.insert({ conversationId: id, role: 'assistant', content, createdAt: answeredAt });
		if (!isAnswered) unansweredQuestions.insert({ agentId, conversationId: id, content: question, createdAt });
	}
	if (number % 3 !== 0) conversations.setState(id, 'resolved');
	if (number % 4 === 1) conversations.setRating(id, 3 + (number % 3));
	return id;
}

function seedKnowledge({ repositories, jobs }: DemoServices, agentId: string, now: number): void {
	const { qaPairs, qaIndex, sources } = repositories;
	for (const [number, [question, answer]] of PAIRS.entries()) {
		const createdAt = isoTime(now - (40 - number * 5) * DAY_MS);
		const pair = { agentId, kind: 'qa' as const, question, answer, attachments: [], createdAt };
		qaIndex.markChanged(agentId, qaPairs.insert(pair));
	}
	jobs.add(INDEX_QA_JOB, agentId);
	for (const [number, [name, content]] of TEXTS.entries()) {
		const text = { agentId, type: 'text' as const, name, content, ...measureText(content) };
		const createdAt = isoTime(now - (30 - number * 10) * DAY_MS);
		jobs.add(INDEX_SOURCE_JOB, String(sources.insert({ ...text, status: 'processing', createdAt })));
	}
	const page = { agentId, type: 'url' as const, name: BROKEN_PAGE.name, content: null, sizeBytes: 0, wordCount: 0 };
	const broken = sources.insert({ ...page, status: 'processing', createdAt: isoTime(now - 12 * DAY_MS) });
	sources.setStatus(broken, 'failed', BROKEN_PAGE.errorMessage);
}

function seedOrders({ repositories }: DemoServices, agentId: string, now: number): void {
	for (const [number, { amount, status }] of ORDERS.entries()) {
		const { name: customerName, phone } = cycledItem(VISITORS, number);
		const createdAt = now - (ORDERS.length - number) * 3 * DAY_MS;
		repositories.cod.insert({
			id: `cod_${randomUUID()}`,
			agentId,
			conversationId: null,
			orderNumber: `HP-${4701 + number}`,
			customerName,
			customerPhone: phone ?? '+49 555 01 299',
			amount,
			currency: 'EUR',
			status,
			createdAt: isoTime(createdAt),
			settledAt: status === 'pending' ? null : isoTime(createdAt + 90 * MINUTE_MS),
		});
	}
}

/** Active, so that it can send at once: through the configured mail server or the sandbox's own. */
function seedMailbox({ repositories }: DemoServices, { id: agentId, mailbox }: DemoAgent, now: number): void {
	const since = isoTime(now - DAYS * DAY_MS);
	repositories.mailboxes.insert({
		id: `mbx_${randomUUID()}`,
		agentId,
		...mailbox,
		status: 'active',
		isDefault: true,
		aiEnabled: true,
		instructions: 'Answer briefly, and offer a repair before a return.',
		signature: 'Harbour & Pine, at the harbour',
		toolAllowlist: MAILBOX_TOOLS.map(({ name }) => name),
		mailFrom: false,
		forwardingToken: randomBytes(16).toString('hex'),
		activatedAt: since,
		receivingVerifiedAt: since,
		lastReceivedAt: isoTime(now - 2 * DAY_MS),
		testSentAt: since,
		createdAt: since,
		updatedAt: since,
	});
}

/** The item at this position of the endlessly repeated list. @throws RangeError for an empty list */
function cycledItem<Item>(items: readonly Item[], number: number): Item {
	const item = items[number % items.length];
	if (item === undefined) throw new RangeError('The list is empty.');
	return item;
}

function isoTime(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}
