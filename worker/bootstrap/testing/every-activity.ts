import type { ConnectionActivities } from '../../../workflows/activities';
import type { ConversationTables, DueConversation, KeptTotals } from '../../destinations/conversations';
import type { Destination } from '../../destinations';
import { planConversations } from '../../activities/conversation-export/plan';
import { markOf } from '../../activities/transcripts/why-missing';
import { readConversations } from '../../activities/conversation-export/read-conversations';
import { StoredParts } from '../../activities/knowledge-sync/stored-parts';
import { readLeads } from '../../activities/export/read-leads';
import type { ApiClient } from '../../../api';
import type { Blobs } from '../../storage/blobs';

export const TASK = 'task~1';
/** What a sync of knowledge stores has the names of what an export stores. */
const KNOWLEDGE = 'knowledge-sync~1';
export const RUN = '019aa7c0-0000-7000-8000-00000000000c';
const AGENT = 'a';
const SINCE = Date.UTC(2026, 10, 1);
const OF = { connection: 'main', agentId: AGENT, destination: 'crm' };
const WEEKS = {
	timeZone: 'UTC',
	locale: 'en',
	firstDay: '2026-10-26',
	lastDay: '2026-11-01',
	before: '2026-10-19T00:00:00.000Z',
	from: '2026-10-26T00:00:00.000Z',
	until: '2026-11-02T00:00:00.000Z',
};
const FILE = { format: 'csv', spreadsheet: 'comma' } as const;
const WANTED = { form: 'text', size: 1_000 } as const;
const PLAN = { round: 0, attempt: 1, steps: 1, run: RUN };
const ROWS = { attempt: 1 };
const KEYED = { taskId: TASK, keyVersion: 'k1' };
const PERSON = 'ada@client.example';

type Input<Name extends keyof ConnectionActivities> = ConnectionActivities[Name] extends (
	...input: infer Given
) => unknown
	? Given
	: never;

/** A call of an activity, so that it makes as many calls as it can. */
interface Given<Name extends keyof ConnectionActivities> {
	/** One or several inputs. @param offset where a list begins that it reads */
	inputs: (offset: number, request: string) => Array<Input<Name>>;
	/** What an attempt before it noted. */
	noted?: object;
	/** Default: `TASK` */
	task?: string;
}

const one = <Name extends keyof ConnectionActivities>(...input: Input<Name>): Given<Name> => ({
	inputs: () => [input],
});

/** A conversation that failed for a long time, so that others are read as a proof. */
const failing = (id: string) => ({ failing: { mark: markOf(id), since: 0, times: 20 } });
const leadFails = (id: string) => ({ parts: [], isWhole: false, failures: 0, ...failing(id) });

const passOf = (offset: number) =>
	offset === 0
		? null
		: {
				doneBefore: 0,
				done: { ids: [], at: [] },
				completeAt: null,
				rereadAt: 0,
				pass: {
					begunAt: SINCE * 2,
					upTo: SINCE * 2,
					offset,
					// As distances: the leads 105 to 1.
					seen: [105, ...Array.from({ length: 104 }, () => -1)],
					done: { ids: [], at: [] },
					doneFrom: 0,
				},
			};
const page = (offset: number, more: object = {}) => ({
	of: OF,
	cursor: passOf(offset),
	startAt: 0,
	reread: null,
	intervalMs: 60_000,
	totals: { synced: 0, refused: 0 },
	...more,
});
/** Of a few leads, as each conversation takes a dispatch. */
const withConversations = (offset: number): Array<[ReturnType<typeof page>]> =>
	offset === 0 ? [] : [[page(offset, { conversation: { ...WANTED, settleMs: 0 } })]];

/** Each activity of a connection. One more does not compile until it stands here. */
export const EVERY_ACTIVITY: { [Name in keyof ConnectionActivities]: Given<Name> } = {
	readSender: one(AGENT, null),
	readThread: one(AGENT, 'email:1'),
	proposeDraft: one({ ...KEYED, agentId: AGENT, prompt: 'Write.' }),
	createConversation: one({ ...KEYED, agentId: AGENT, email: PERSON, subject: 'S', name: null, mailboxId: 'mbx_1' }),
	queueReply: one({
		...KEYED,
		agentId: AGENT,
		sessionId: 'email:1',
		mailboxId: 'mbx_1',
		to: [PERSON],
		cc: [],
		subject: 'S',
		content: 'C',
	}),
	findReply: one({
		agentId: AGENT,
		sessionId: 'email:1',
		to: [PERSON],
		cc: [],
		known: { deliveries: [], messages: [] },
	}),
	followDelivery: one({
		agentId: AGENT,
		sessionId: 'email:1',
		deliveryId: 'd',
		addresses: [PERSON],
		since: SINCE,
		until: SINCE * 2,
		reportFrom: SINCE * 2,
		reported: 0,
	}),
	resumeReplies: one(AGENT, 'email:1'),
	readTraining: one(AGENT),
	readAgentTimes: one(AGENT),
	readSourceTimes: one(AGENT),
	requestTraining: one(AGENT),
	watchTraining: one({
		agentId: AGENT,
		runId: 'run_1',
		before: null,
		until: 'ended',
		since: SINCE,
		reportFrom: SINCE,
		reported: null,
		settleMs: 0,
	}),
	readSourceList: { inputs: (offset) => [[{ agentId: AGENT, offset, chunk: 0, run: RUN }]] },
	syncPage: {
		inputs: (offset) => [
			[page(offset)],
			[page(offset, { ofSeveral: 'gone' })],
			[page(offset, { of: { ...OF, destination: 'database' } })],
			...withConversations(offset),
		],
		noted: { conversations: { page: null, held: {}, turns: leadFails('c1') } },
	},
	storePage: {
		inputs: (offset) => [[page(offset)], ...withConversations(offset)],
		noted: { conversations: { page: null, held: {}, turns: leadFails('c1') } },
	},
	syncLead: {
		inputs: () => [
			[OF, 1],
			[OF, 1, WANTED],
		],
	},
	storeLead: {
		inputs: () => [
			[OF, 1],
			[OF, 1, WANTED],
		],
	},
	findNewAgents: one({ known: [], room: 1_000, intervalMs: 60_000 }),
	noteConversations: {
		inputs: (offset) =>
			(['full', 'recent'] as const).map((kind) => [
				{
					of: OF,
					kind,
					rules: { recentMs: 1, openMs: 1, fullMs: 1, rereadAt: 0 },
					roundAt: SINCE * 2,
					offset,
				},
			]),
	},
	syncTranscripts: { inputs: () => [[{ of: OF, roundAt: SINCE, endsFullRound: false }]], noted: failing('c105') },
	answerLookUp: {
		inputs: (offset) => [
			[{ read: 'training-status', agentId: AGENT }],
			[{ read: 'leads', agentId: AGENT }],
			[{ read: 'search', agentId: AGENT }],
			[{ read: 'mailboxes', agentId: AGENT }],
			[{ read: 'email-conversation', agentId: AGENT, sessionId: 'email:1' }],
			[{ read: 'transcript', conversationId: 'c1' }],
			[{ read: 'conversations', agentId: AGENT }],
			[{ read: 'email-conversations', agentId: AGENT }],
			[{ read: 'account' }],
			[{ read: 'newest-leads', agentId: AGENT, count: 3 }],
			[{ read: 'lead', agentId: AGENT, leadId: 1 }],
			[{ read: 'leads-of-address', agentId: AGENT, email: PERSON }],
			[{ read: 'agents', offset }],
		],
	},
	readLeads: {
		inputs: (offset) =>
			[FILE, { ...FILE, conversation: 'text' as const }].map((file) => [
				{ agentId: AGENT, file, filter: {}, asOf: '2027-01-01T00:00:00.000Z', offset, chunk: 1, run: RUN },
			]),
	},
	readLeadConversations: {
		inputs: () => [
			[
				{
					chunk: 0,
					attempt: 1,
					before: null,
					into: 2,
					wanted: WANTED,
					file: { ...FILE, conversation: 'text' },
					run: RUN,
				},
			],
		],
		noted: leadFails('c5'),
	},
	readConversations: {
		inputs: (offset) => [[{ agentId: AGENT, filter: {}, days: {}, offset, chunk: 1, run: RUN }]],
	},
	readTranscripts: { inputs: () => [[{ span: [0, 5], run: RUN }]], noted: failing('c5') },
	findSources: {
		inputs: (offset) => [[{ agentId: AGENT, wanted: [{ index: 0, type: 'text', name: 'T' }], offset, since: null }]],
	},
	addSource: one(AGENT, { type: 'text', title: 'T', content: 'C' }),
	watchSources: {
		inputs: (offset) => [[{ agentId: AGENT, sourceIds: [1], offset, reportFrom: SINCE, since: SINCE }]],
	},
	readSourceEnd: one(AGENT, 1),
	readItems: {
		inputs: (offset) =>
			(['pairs', 'sources'] as const).map((list) => [{ agentId: AGENT, list, offset, chunk: 0, run: RUN }]),
	},
	readTexts: {
		...one({ agentId: AGENT, found: { chunk: 0, attempt: 1 }, span: [0, 5], run: RUN }),
		task: KNOWLEDGE,
	},
	sendCall: {
		task: KNOWLEDGE,
		inputs: () => [
			[{ agentId: AGENT, plan: PLAN, rows: ROWS, index: 0, call: { call: 'add' }, id: null }],
			[{ agentId: AGENT, plan: PLAN, rows: ROWS, index: 0, call: { call: 'change' }, id: 1 }],
		],
	},
	proveStep: {
		...one<'proveStep'>({ agentId: AGENT, plan: PLAN, rows: ROWS, index: 0, id: 1_000, since: SINCE }),
		task: KNOWLEDGE,
	},
	findPersonLeads: { inputs: (offset, request) => [[{ request, agentId: AGENT, offset }]] },
	findPersonNumber: one({ agentId: AGENT, leadId: 1 }),
	readAgentName: one(AGENT),
	countItems: {
		inputs: (offset) =>
			(['leads', 'conversations', 'questions'] as const).map((list) => [
				{ agentId: AGENT, list, weeks: WEEKS, offset, known: [], mayQuote: true },
			]),
	},
	countFailedSources: { inputs: (offset) => [[{ agentId: AGENT, offset, known: [] }]] },
	countLeadDays: one({ agentId: AGENT, weeks: WEEKS, which: 'now' }),
	readCodMetrics: one({ agentId: AGENT, weeks: WEEKS, which: 'before' }),
	readOverview: one(AGENT),
	readUsage: one(),
	readAgentPage: { inputs: (offset) => [[offset]] },
};

/** What activities before them store for some. */
export async function storeEarlierWork({ store }: Blobs, api: ApiClient): Promise<void> {
	const { signal } = new AbortController();
	const given = { api, store, taskId: TASK, attempt: 1, signal };
	const erased = { test: () => Promise.resolve(null) };
	const ofChunk = { agentId: AGENT, filter: {}, offset: 0, chunk: 0, run: RUN };
	const asOf = '2027-01-01T00:00:00.000Z';
	await readLeads({ ...ofChunk, file: { ...FILE, conversation: 'text' }, asOf }, { ...given, pagesAtOnce: 1, erased });
	await readConversations({ ...ofChunk, days: {} }, { ...given, atOnce: 1 });
	await planConversations({ days: {}, asOf, chunks: 1, attempts: {}, run: RUN }, { store, taskId: TASK, signal });
	const parts = new StoredParts(store, KNOWLEDGE, RUN);
	const texts = Array.from({ length: 5 }, (_none, index) => ({ id: index + 1, body: null }));
	await parts.write('texts', 0, 1, texts);
	const planned = { key: 'qa/q', type: 'qa', name: 'Q', body: 'digest' };
	await parts.write('rows', 0, 1, [{ row: { type: 'qa', question: 'Q', answer: 'A' }, planned }]);
	const step = {
		kind: 'create',
		key: 'qa/q',
		type: 'qa',
		name: 'Q',
		row: 0,
		id: null,
		inTheWay: null,
		replaced: [],
		formerKey: null,
		changes: [],
		reason: null,
		asks: false,
	};
	await parts.write('plan', 0, 1, [{ step, wanted: planned, edited: null, shown: null, does: 'send', doubles: [] }]);
}

const NONE: KeptTotals = { conversations: 0, messages: 0, deleted: 0, withoutTranscript: 0, fullAt: null, due: 0 };
const DUE = Array.from({ length: 20 }, (_none, index): DueConversation => ({
	id: `c${105 - index}`,
	record: null,
	hash: '',
	version: 1,
}));

const conversations: ConversationTables = {
	check: () => Promise.resolve(),
	totals: () => Promise.resolve(NONE),
	note: () => Promise.resolve({ ...NONE, marked: 0 }),
	endFullRound: () => Promise.resolve(NONE),
	due: (_of, most) => Promise.resolve(DUE.slice(0, most)),
	write: () => Promise.resolve(NONE),
};

/** Destinations that take all: one that keeps no cursor, and one that does. */
export const TAKES_ALL = {
	crm: {
		name: 'crm',
		conversations,
		writePage: ({ leads }: { leads: readonly unknown[] }) => Promise.resolve({ written: leads.length, refused: [] }),
		writeLead: () => Promise.resolve({ written: 1, refused: [] }),
	} as unknown as Destination,
	database: {
		name: 'database',
		readCursor: () => Promise.resolve({ cursor: null, refused: [], version: 1 }),
		writePage: ({ leads }: { leads: readonly unknown[] }) => Promise.resolve({ written: leads.length, refused: [] }),
	} as unknown as Destination,
};
