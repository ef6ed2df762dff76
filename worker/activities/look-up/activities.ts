import { cancellationSignal } from '@temporalio/activity';
import { z } from 'zod';
import {
	agentIdSchema,
	type ApiClient,
	ApiError,
	integerIdSchema,
	isLastPage,
	type ResponseInfo,
	throwIfWithheld,
	UnreadableListError,
	type Window,
} from '../../../api';
import type {
	EmailConversationSummary,
	LookUpActivities,
	LookUpRefusal,
	LookUpResult,
	LookUpQuestion,
	SeenAccount,
	TranscriptMessage,
} from '../../../workflows/look-up/activities';
import { shortText } from '../../../workflows/task/failure';
import type { WithoutErased } from '../../privacy';
import { checked } from '../task/arguments';
import { listErrorOf } from '../task/failure';

/** A person waits for the response. This stays below the activity's start-to-close timeout of 15 s. */
const TIMEOUT_MS = 10_000;
const PAGE_SIZE = 100;
const MOST_LEADS = 10;

const questionSchema: z.ZodType<LookUpQuestion> = z.discriminatedUnion('read', [
	z.object({ read: z.literal('training-status'), agentId: agentIdSchema }),
	z.object({ read: z.literal('leads'), agentId: agentIdSchema }),
	z.object({ read: z.literal('search'), agentId: agentIdSchema }),
	z.object({ read: z.literal('mailboxes'), agentId: agentIdSchema }),
	z.object({ read: z.literal('email-conversation'), agentId: agentIdSchema, sessionId: z.string().min(1) }),
	z.object({ read: z.literal('transcript'), conversationId: z.string().min(1) }),
	z.object({ read: z.literal('conversations'), agentId: agentIdSchema }),
	z.object({ read: z.literal('email-conversations'), agentId: agentIdSchema }),
	z.object({ read: z.literal('account') }),
	z.object({ read: z.literal('newest-leads'), agentId: agentIdSchema, count: z.int().min(1).max(MOST_LEADS) }),
	z.object({ read: z.literal('lead'), agentId: agentIdSchema, leadId: integerIdSchema }),
	z.object({ read: z.literal('leads-of-address'), agentId: agentIdSchema, email: z.string().min(1) }),
	z.object({ read: z.literal('agents'), offset: z.int().min(0) }),
]);

/**
 * The gateway's reads, over one connection.
 * @param erased removes the leads of erased persons
 */
export function lookUpActivities(api: ApiClient, erased: WithoutErased): LookUpActivities {
	return {
		async answerLookUp(question) {
			const answer = await answerLookUp(api, checked(questionSchema, question), cancellationSignal());
			return answer.outcome === 'leads' ? { ...answer, leads: await erased.without(answer.leads) } : answer;
		},
	};
}

/** Makes one read. A refusal of the service is returned, so that the gateway can explain it to the caller. */
export async function answerLookUp(
	api: ApiClient,
	question: LookUpQuestion,
	signal: AbortSignal,
): Promise<LookUpResult> {
	try {
		return await read(api, question, { signal, timeoutMs: TIMEOUT_MS });
	} catch (error) {
		if (error instanceof UnreadableListError) return { outcome: 'refused', refusal: refusalOfList(error) };
		if (!(error instanceof ApiError)) throw error;
		const { type, status, title, detail, retryAfterMs } = error;
		return { outcome: 'refused', refusal: { type, status, title, detail, retryAfterMs } };
	}
}

function refusalOfList(error: UnreadableListError): LookUpRefusal {
	const { type, title, status, detail } = listErrorOf(error);
	return { type, title, status, detail, retryAfterMs: null };
}

interface CallOptions {
	signal: AbortSignal;
	timeoutMs: number;
}

async function read(api: ApiClient, question: LookUpQuestion, options: CallOptions): Promise<LookUpResult> {
	if (question.read === 'training-status') {
		await api.call('getTrainingStatus', { params: { id: question.agentId }, ...options });
		return { outcome: 'readable' };
	}
	if (question.read === 'leads') {
		await api.call('listLeads', { params: { id: question.agentId }, query: { limit: 1 }, ...options });
		return { outcome: 'readable' };
	}
	if (question.read === 'search') {
		// Searches are free (specification, part 4). Of whatever words, because only the scope is asked about.
		await api.call('searchKnowledge', {
			params: { id: question.agentId },
			query: { query: 'hello', limit: 1 },
			...options,
		});
		return { outcome: 'readable' };
	}
	if (question.read === 'mailboxes') {
		const { mailboxes } = await api.call('listMailboxes', { params: { id: question.agentId }, ...options });
		return {
			outcome: 'mailboxes',
			mailboxes: mailboxes.map(({ id, address, isDefault }) => ({ id, address, isDefault })),
		};
	}
	if (question.read === 'email-conversation') {
		const { agentId: id, sessionId } = question;
		await api.call('getEmailConversation', { params: { id, sessionId }, ...options });
		return { outcome: 'readable' };
	}
	if (question.read === 'transcript') {
		const conversation = await api.call('getConversation', { params: { id: question.conversationId }, ...options });
		return { outcome: 'transcript', messages: readTranscript(conversation) };
	}
	if (question.read === 'conversations') {
		const { agentId: id } = question;
		await api.call('listConversations', { params: { id }, query: { limit: 1 }, ...options });
		return { outcome: 'readable' };
	}
	if (question.read === 'email-conversations') {
		const { agentId: id } = question;
		const { items } = await api.call('listConversations', { params: { id }, query: { limit: PAGE_SIZE }, ...options });
		return { outcome: 'email-conversations', conversations: items.flatMap(emailConversation) };
	}
	if (question.read === 'account') return { outcome: 'account', account: await readAccount(api, options) };
	if (question.read === 'newest-leads') {
		const { agentId: id, count: limit } = question;
		const { items } = await api.call('listLeads', { params: { id }, query: { limit }, ...options });
		return { outcome: 'leads', leads: items };
	}
	if (question.read === 'lead') {
		const { agentId: id, leadId } = question;
		return { outcome: 'leads', leads: [await api.call('getLead', { params: { id, leadId }, ...options })] };
	}
	if (question.read === 'leads-of-address') {
		const { agentId: id, email } = question;
		// The service matches parts of addresses.
		const { items } = await api.call('listLeads', { params: { id }, query: { email, limit: PAGE_SIZE }, ...options });
		const address = email.toLowerCase();
		return {
			outcome: 'leads',
			leads: items.filter((lead) => lead.email.trim().toLowerCase() === address).slice(0, MOST_LEADS),
		};
	}
	const window: Window = { limit: PAGE_SIZE, offset: question.offset };
	const page = await api.call('listAgents', { query: window, ...options });
	throwIfWithheld(page, window);
	const { items, total } = page;
	return {
		outcome: 'page',
		agents: items.map(({ id, name }) => ({ id, name: typeof name === 'string' ? name : id })),
		more: items.length > 0 && window.offset + items.length < total,
		mayGoOn: items.length > 0 && !isLastPage(page, window),
		total,
	};
}

/** The specification (part 2) does not list the fields of a conversation, so all of them are optional. */
const conversationSchema = z.looseObject({
	id: z.string().optional(),
	channel: z.string().optional().catch(undefined),
	visitorName: z.string().nullish().catch(null),
	visitorEmail: z.string().nullish().catch(null),
});
const LONGEST_NAME = 200;

/** Nothing for a conversation of another channel. */
function emailConversation(conversation: unknown): EmailConversationSummary[] {
	const { id, channel, visitorName, visitorEmail } = conversationSchema.catch({}).parse(conversation);
	if (id === undefined || !(id.startsWith('email:') || channel?.toLowerCase() === 'email')) return [];
	const names = [visitorName, visitorEmail].filter((name) => name !== null && name !== undefined && name !== '');
	return [
		{
			sessionId: id.startsWith('email:') ? id : `email:${id}`,
			with: names.length === 0 ? null : shortText(names.join(', '), LONGEST_NAME),
		},
	];
}

/** Also of a key that may not list its agents: every response says the limit. */
async function readAccount(api: ApiClient, options: CallOptions): Promise<SeenAccount> {
	let limit: number | null = null;
	const onResponse = ({ rateLimit }: ResponseInfo) => {
		limit = rateLimit?.limit ?? null;
	};
	try {
		const { items, total } = await api.call('listAgents', { query: { limit: PAGE_SIZE }, ...options, onResponse });
		return { agents: { ids: items.map(({ id }) => id), total }, limit };
	} catch (error) {
		if (error instanceof ApiError && error.status === 403) return { agents: null, limit };
		throw error;
	}
}

/** As much as a reviewer needs. More would make the page and the history long. */
const MESSAGES = 20;
const TEXT_LENGTH = 2_000;

/** The specification (part 2) does not list the fields of a transcript, so all of them are optional. */
const transcriptSchema = z.looseObject({
	messages: z
		.array(
			z.looseObject({
				role: z.string().optional(),
				content: z.string().optional(),
				createdAt: z.string().optional(),
			}),
		)
		.catch([]),
});

/** The last messages of a conversation, oldest first. */
export function readTranscript(conversation: unknown): TranscriptMessage[] {
	const { messages } = transcriptSchema.catch({ messages: [] }).parse(conversation);
	return messages.slice(-MESSAGES).map(({ role, content, createdAt }) => ({
		from: role ?? '',
		text: shortText(content ?? '', TEXT_LENGTH),
		at: createdAt ?? null,
	}));
}
