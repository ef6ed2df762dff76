import type { OperationId } from '../../../api';

const NOW = '2026-11-21T12:00:00Z';
const list = (item: object) => ({ items: [item], total: 1, limit: 100, offset: 0 });
/** The same reply with one field less. */
export const without = (item: object, field: string) =>
	Object.fromEntries(Object.entries(item).filter(([name]) => name !== field));

const source = {
	id: 1,
	agentId: 'a',
	type: 'url',
	name: 'https://example.org/',
	status: 'indexed',
	sizeBytes: 9,
	wordCount: 2,
	errorMessage: null,
	createdAt: NOW,
};
const changed = { id: 1, agentId: 'a', type: 'text', name: 'Hours', status: 'processing' };
const pair = {
	id: 2,
	agentId: 'a',
	kind: 'qa',
	question: 'q',
	answer: 'a',
	enabled: true,
	attachmentCount: 0,
	createdAt: NOW,
	updatedAt: null,
};
const lead = {
	id: 3,
	agentId: 'a',
	conversationId: 'c',
	name: 'Lea',
	email: 'lea@example.org',
	phone: null,
	city: 'Graz',
	country: 'Austria',
	countryCode: 'AT',
	fields: { budget: 5 },
	capturedAt: NOW,
};
export const run = {
	id: 'r1',
	phase: 'crawling',
	pagesCompleted: 1,
	pagesTotal: 4,
	pagesFailed: 0,
	startedAt: NOW,
	error: null,
};
export const status = { agentStatus: 'training', training: true, canChat: false, run };
const mailbox = {
	id: 'm',
	chatbotId: 'a',
	domainId: 'd',
	address: 'help@example.org',
	receivingMode: 'forwarding',
	name: 'Help',
	status: 'pending',
	isDefault: true,
	aiEnabled: false,
	instructions: '',
	signature: '',
	toolAllowlist: [],
	receivingVerifiedAt: null,
	lastReceivedAt: null,
	testSentAt: null,
	createdAt: NOW,
	updatedAt: NOW,
};
const mailboxes = {
	mailboxes: [mailbox],
	allowance: { maxMailboxes: 1, monthlyRecipients: 100, scope: 'account', period: '2026-11', used: 0 },
	tools: [{ name: 't', title: 'T' }],
};
const recipients = { to: ['lea@example.org'], cc: [] };
const emailConversation = {
	thread: {
		sessionId: 'email:1',
		chatbotId: 'a',
		mailboxId: 'm',
		recipients,
		aiPaused: true,
		revision: 1,
		createdAt: NOW,
		updatedAt: NOW,
	},
	sender: { address: 'help@example.org', name: 'Help' },
	deliveries: [
		{
			id: 'd',
			status: 'x',
			error: '',
			createdAt: NOW,
			outcomes: [{ address: 'lea@example.org', status: 'x', occurredAt: NOW, reason: '' }],
		},
	],
	messages: [{ id: 'm', reviewReason: '', recipients, aiStatus: '' }],
};

/** A reply of each operation with the fields of the specification's part 2, and replies that lack one. */
export const REPLIES: Record<OperationId, { good: unknown[]; bad: unknown[] }> = {
	listAgents: { good: [list({ id: 'a', anything: 1 })], bad: [{}, [], list({}), without(list({ id: 'a' }), 'total')] },
	getAgent: { good: [{ id: 'a' }], bad: [{}, { id: 5 }] },
	getOverview: { good: [{}, { any: [1] }], bad: [null, 'text'] },
	getAnalytics: { good: [{ advancedAnalytics: false, topQuestions: [] }], bad: [{}, { advancedAnalytics: 'no' }] },
	listUnansweredQuestions: {
		good: [{ period: '30d', items: [{ content: 'q', createdAt: NOW }] }],
		bad: [{ items: [] }, { period: '7d', items: [{}] }],
	},
	chat: {
		good: [{ agentId: 'a', sessionId: 's', reply: '**hi**', sources: [{ title: 't', url: 'u' }] }],
		bad: [{}, { agentId: 'a', sessionId: 's', reply: 'x' }],
	},
	getUsage: { good: [{}, { credits: 5 }], bad: [undefined, []] },
	listConversations: { good: [list({ id: 'c' }), list({})], bad: [{ items: [] }] },
	getConversation: { good: [{ id: 'c', messages: [] }], bad: [null] },
	listSources: {
		good: [list(source)],
		bad: [list(without(source, 'status')), list({ ...source, id: '1' }), list({ ...source, createdAt: 'today' })],
	},
	getSource: {
		good: [
			{ ...source, content: null },
			{ ...source, content: 'x' },
		],
		bad: [source],
	},
	addSource: { good: [changed], bad: [without(changed, 'status'), { ...changed, type: 'page' }] },
	uploadSourceFile: { good: [{ ...changed, type: 'file' }], bad: [{}] },
	updateSource: { good: [changed], bad: [without(changed, 'id')] },
	deleteSource: { good: [undefined, {}, changed], bad: [] },
	retrain: { good: [undefined, {}, { run }], bad: [] },
	getTrainingStatus: {
		good: [status, { ...status, run: null }, { ...status, run: {} }, without(status, 'run')],
		bad: [without(status, 'canChat'), { ...status, run: { ...run, pagesTotal: 'x' } }],
	},
	searchKnowledge: {
		good: [
			{ agentId: 'a', query: 'q', items: [] },
			{ agentId: 'a', query: 'q', items: [{ content: 'c', title: 't', url: 'u' }] },
		],
		bad: [{ items: [] }],
	},
	listQaPairs: { good: [list(pair)], bad: [list(without(pair, 'kind'))] },
	createQaPair: { good: [pair, { ...pair, updatedAt: NOW }], bad: [without(pair, 'answer')] },
	updateQaPair: { good: [pair], bad: [{ ...pair, enabled: 'yes' }] },
	deleteQaPair: { good: [undefined, { ok: true }], bad: [] },
	listLeads: { good: [list(lead)], bad: [list(without(lead, 'capturedAt')), list({ ...lead, id: null })] },
	getLead: { good: [lead, { ...lead, phone: '+43 1' }], bad: [without(lead, 'fields')] },
	listCodConfirmations: { good: [list({ id: 4 }), list({ id: 'x' }), list({})], bad: [{}] },
	getCodMetrics: { good: [{}, { confirmed: 4 }], bad: [null] },
	getCodConfirmation: { good: [{ id: 'x', any: 1 }], bad: [[]] },
	listMailboxes: { good: [mailboxes], bad: [without(mailboxes, 'allowance')] },
	actOnMailbox: { good: [undefined, {}, mailbox], bad: [] },
	deleteMailbox: { good: [mailboxes], bad: [{}] },
	createEmailConversation: { good: [{ sessionId: 'email:1' }], bad: [{}] },
	queueEmailReply: { good: [{ deliveryId: 'd', messageId: 'm', status: 'queued' }], bad: [{ deliveryId: 'd' }] },
	getEmailConversation: { good: [emailConversation], bad: [without(emailConversation, 'thread')] },
	setEmailAutoReplies: { good: [{ success: true }], bad: [{}, { success: false }] },
	getOpenApi: { good: [{ openapi: '3.1.0', paths: {} }], bad: [{}] },
};
