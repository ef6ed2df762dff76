import { LRUCache } from 'lru-cache';
import type { Lead } from '../../api';
import type {
	EmailConversationSummary,
	LookUpQuestion,
	LookUpRefusal,
	LookUpResult,
	MailboxSummary,
	SeenAccount,
	TranscriptMessage,
} from '../../workflows/look-up/activities';
import type { Labels } from '../../workflows/task/selector';
import { Problem } from '../problems/problem';
import type { AccountReads, ReadScope } from './account-reads';
import { type AgentList, readAgentList } from './agent-list';
import { LookUpShares } from './look-up-shares';
import type { LookUps } from './look-ups';
import { checkSender, listUnreadable, refusalOf, unknownConversation } from './refusal';
import type { KeyUse } from '../pacing';

const AGENT_KNOWN_MS = 60_000;
const AGENT_LIST_MS = 30_000;
/** Lists that are kept: 46,000 agents. */
const LISTS_KEPT = 100;

/** What may be asked about, of each kind. */
const CHECKS_KEPT = 10_000;
const ANSWERS_KEPT = 200;

/**
 * Responses by what was asked. A response that arrives after its entry was evicted is still a response.
 *
 * The bound is a size and not `max`, with which the library reserves memory for all entries at once: a megabyte for each
 * of a thousand connections.
 * @param ttl milliseconds
 */
function cacheOf<Key extends string | number, Answer extends object | true, Context = unknown>(
	entries: number,
	ttl: number,
	read: (key: Key, context: Context) => Promise<Answer>,
): LRUCache<Key, Answer, Context> {
	return new LRUCache<Key, Answer, Context>({
		maxSize: entries,
		sizeCalculation: () => 1,
		ignoreFetchAbort: true,
		ttl,
		fetchMethod: (key, _known, { context }) => read(key, context),
	});
}

/** The read that proves a scope. */
const QUESTIONS = {
	'read:sources': 'training-status',
	'read:leads': 'leads',
	'read:email': 'mailboxes',
	'read:conversations': 'conversations',
} as const satisfies Record<ReadScope, LookUpQuestion['read']>;

/** What the gateway knows of a connection. The key is not part of it. */
export interface ConnectionSettings {
	/** Address of the service, without /api/v1. */
	baseUrl: string;
	requestsPerMinute: number;
	/** Default: none. */
	labels?: Labels;
	/** IANA name. Default: UTC. */
	timeZone?: string;
	/** BCP 47. Default: en. */
	locale?: string;
}

/** Who asks. Null: the start of a task, whose caller may use the whole key. */
interface Asker {
	caller: string | null;
}

/** Everybody with a review link. */
const REVIEWERS = 'review links';

/** Of a person, as a lead has it. */
interface Address {
	agentId: string;
	email: string;
}

export interface AgentsQuery {
	fresh?: boolean;
	offset?: number;
	caller?: string | null;
}

/** The mailbox that sends a mail. */
interface Sender {
	agentId: string;
	/** Default: the conversation's mailbox, else the agent's default mailbox. */
	mailboxId?: string;
	ofConversation: boolean;
}

/**
 * The gateway's view of one account of the service. The gateway has no API key: a worker makes the calls, through the
 * connection's queue. There are few calls, because responses are cached and concurrent equal requests share one.
 */
export class Connection implements AccountReads {
	readonly #knownAgents: LRUCache<string, true>;
	readonly #readableLeads: LRUCache<string, true>;
	readonly #readableConversations: LRUCache<string, true>;
	readonly #knownSenders: LRUCache<string, true, Sender>;
	readonly #transcripts: LRUCache<string, TranscriptMessage[] | Problem>;
	readonly #leadsOf: LRUCache<string, readonly Lead[] | Problem, Address>;
	readonly #agentLists: LRUCache<number, AgentList, Asker>;
	readonly #emailConversations: LRUCache<string, readonly EmailConversationSummary[], Asker>;
	readonly #mailboxes: LRUCache<string, readonly MailboxSummary[], Asker>;
	readonly #shares: LookUpShares;

	constructor(
		readonly name: string,
		readonly settings: Required<ConnectionSettings>,
		/** The use of its key by all connections with this key. */
		readonly keyUse: KeyUse,
		private readonly lookUps: LookUps,
	) {
		this.#shares = new LookUpShares(name, settings.requestsPerMinute);
		this.#knownAgents = cacheOf(CHECKS_KEPT, AGENT_KNOWN_MS, (agentId) => this.#readTraining(agentId));
		this.#readableLeads = cacheOf(CHECKS_KEPT, AGENT_KNOWN_MS, (agentId) => this.#readLeads(agentId));
		this.#readableConversations = cacheOf(CHECKS_KEPT, AGENT_KNOWN_MS, (id) => this.#readConversations(id));
		this.#knownSenders = cacheOf(CHECKS_KEPT, AGENT_KNOWN_MS, (_key, sender) => this.#findSender(sender));
		this.#transcripts = cacheOf(ANSWERS_KEPT, AGENT_LIST_MS, (id) => orProblem(this.#readTranscript(id)));
		this.#leadsOf = cacheOf(ANSWERS_KEPT, AGENT_LIST_MS, (_key, whose) => orProblem(this.#readLeadsOf(whose)));
		this.#agentLists = cacheOf(LISTS_KEPT, AGENT_LIST_MS, (offset, asker) => this.#readAgents(offset, asker));
		this.#emailConversations = cacheOf(ANSWERS_KEPT, AGENT_LIST_MS, (agentId, asker) =>
			this.#readEmailConversations(agentId, asker),
		);
		this.#mailboxes = cacheOf(ANSWERS_KEPT, AGENT_LIST_MS, (agentId, asker) => this.#readMailboxes(agentId, asker));
	}

	/** The address of the service. */
	get baseUrl(): string {
		return this.settings.baseUrl;
	}

	/**
	 * Checks with at most one call that the key may read the agent's training status.
	 * @throws Problem that names the connection, and the agent or the scope
	 */
	async checkTraining(agentId: string): Promise<void> {
		await this.#knownAgents.fetch(agentId);
	}

	/**
	 * Checks with at most one call that the key may read the agent's leads.
	 * @throws Problem that names the connection, and the agent or the scope
	 */
	async checkLeads(agentId: string): Promise<void> {
		await this.#readableLeads.fetch(agentId);
	}

	/**
	 * Checks with at most one call that the key may read the agent's conversations.
	 * @throws Problem that names the connection, and the agent or the scope
	 */
	async checkConversations(agentId: string): Promise<void> {
		await this.#readableConversations.fetch(agentId);
	}

	/**
	 * Checks with one call that the key may search what the agent knows.
	 * @throws Problem that names the connection, and the agent or the scope
	 */
	async checkSearch(agentId: string): Promise<void> {
		await this.#ask({ read: 'search', agentId }, { agentId, scope: 'read:knowledge' });
	}

	/**
	 * Checks that a mail can be sent: the agent has the mailbox, and the key may read the conversation. A found mailbox
	 * is cached for a minute, a missing one is not.
	 * @throws Problem that names the connection, and the agent, the mailbox, the conversation or the scope
	 */
	async checkMail({ agentId, mailboxId, sessionId }: { agentId: string; mailboxId?: string; sessionId?: string }) {
		const sender: Sender = { agentId, mailboxId, ofConversation: sessionId !== undefined };
		await this.#knownSenders.fetch(JSON.stringify(sender), { context: sender });
		if (sessionId === undefined) return;
		const answer = await this.lookUps.ask(this.name, { read: 'email-conversation', agentId, sessionId });
		if (answer.outcome !== 'refused') return;
		if (answer.refusal.status === 404) throw unknownConversation(this.name, agentId, sessionId);
		throw refusalOf(answer.refusal, { connection: this.name, baseUrl: this.baseUrl, scope: 'read:conversations' });
	}

	/**
	 * The last messages of a conversation, oldest first. They are cached for 30 s, and so is a refusal. Anybody with a
	 * review link may open it any number of times, and each call counts towards the key's limit.
	 * @throws Problem that names the connection
	 */
	async transcript(conversationId: string): Promise<TranscriptMessage[]> {
		const found = await this.#transcripts.fetch(conversationId);
		if (found instanceof Problem) throw found;
		return found ?? [];
	}

	/**
	 * The newest leads of an agent with exactly this address, at most 10, for a review. They are cached as a transcript is.
	 * @throws Problem that names the connection, and the agent or the scope
	 */
	async leadsOf(agentId: string, email: string): Promise<readonly Lead[]> {
		const address = { agentId, email };
		const found = await this.#leadsOf.fetch(JSON.stringify(address), { context: address });
		if (found instanceof Problem) throw found;
		return found ?? [];
	}

	/**
	 * Up to 460 agents that the key can access, cached for 30 s. There may be fewer, if the caller's share ends meanwhile.
	 * @param fresh ignores the cache, as long as the caller's share allows it
	 * @param offset of the first one. Default: 0
	 * @param caller who reads. Default: the start of a task
	 * @throws Problem that names the connection; 429 if the caller's share is used up
	 */
	async agents({ fresh = false, offset = 0, caller = null }: AgentsQuery = {}): Promise<AgentList> {
		const mayAsk = caller === null || this.#shares.waitMs(caller, 1) === 0;
		const list = await this.#agentLists.fetch(offset, { forceRefresh: fresh && mayAsk, context: { caller } });
		return list ?? { agents: [], complete: false, nextOffset: null };
	}

	/**
	 * The mailboxes of an agent, cached for 30 s.
	 * @throws Problem that names the connection, and the agent or the scope; 429 if the caller's share is used up
	 */
	async mailboxes(agentId: string, caller: string): Promise<readonly MailboxSummary[]> {
		return (await this.#mailboxes.fetch(agentId, { context: { caller } })) ?? [];
	}

	/**
	 * The email conversations among the newest conversations of an agent, cached for 30 s.
	 * @throws Problem as `mailboxes`
	 */
	async emailConversations(agentId: string, caller: string): Promise<readonly EmailConversationSummary[]> {
		return (await this.#emailConversations.fetch(agentId, { context: { caller } })) ?? [];
	}

	/** Takes so many calls from the caller's share, for reads that no cache answers. @throws Problem 429 if it is used up */
	takeShare(caller: string, calls: number): void {
		this.#shares.take(caller, calls);
	}

	/** The newest leads of an agent, at most 10, never from the cache. @throws Problem as `checkLeads` */
	async newestLeads(agentId: string, count: number): Promise<readonly Lead[]> {
		const answer = await this.#ask({ read: 'newest-leads', agentId, count }, { agentId, scope: 'read:leads' });
		return answer.outcome === 'leads' ? answer.leads : [];
	}

	/**
	 * One lead, never from the cache. Null: the service no longer has it, or the person was erased.
	 * @throws Problem as `checkLeads`; 429 if the caller's share is used up
	 */
	async lead(agentId: string, leadId: number, caller: string): Promise<Lead | null> {
		this.#shares.take(caller, 1);
		const answer = await this.lookUps.ask(this.name, { read: 'lead', agentId, leadId });
		if (answer.outcome === 'leads') return answer.leads[0] ?? null;
		if (answer.outcome !== 'refused' || answer.refusal.status === 404) return null;
		throw refusalOf(answer.refusal, { connection: this.name, baseUrl: this.baseUrl, agentId, scope: 'read:leads' });
	}

	/** Never from the cache. @throws Problem 503 or 504 if no worker responds */
	async account(): Promise<SeenAccount | LookUpRefusal> {
		const answer = await this.lookUps.ask(this.name, { read: 'account' });
		if (answer.outcome === 'refused') return answer.refusal;
		return answer.outcome === 'account' ? answer.account : { agents: null, limit: null };
	}

	/** Never from the cache. @throws Problem 503 or 504 if no worker responds */
	async mayRead(scope: ReadScope, agentId: string): Promise<boolean | null> {
		const answer = await this.lookUps.ask(this.name, { read: QUESTIONS[scope], agentId });
		if (answer.outcome !== 'refused') return true;
		return answer.refusal.status === 403 ? false : null;
	}

	async #readTraining(agentId: string): Promise<true> {
		await this.#ask({ read: 'training-status', agentId }, { agentId, scope: 'read:sources' });
		return true;
	}

	async #readLeads(agentId: string): Promise<true> {
		await this.#ask({ read: 'leads', agentId }, { agentId, scope: 'read:leads' });
		return true;
	}

	async #readConversations(agentId: string): Promise<true> {
		await this.#ask({ read: 'conversations', agentId }, { agentId, scope: 'read:conversations' });
		return true;
	}

	/** A request with a conversation but no mailbox uses the conversation's mailbox. */
	async #findSender({ agentId, mailboxId, ofConversation }: Sender): Promise<true> {
		const mailboxes = await this.#ask({ read: 'mailboxes', agentId }, { agentId, scope: 'read:email' });
		if (!ofConversation || mailboxId !== undefined) checkSender(mailboxes, agentId, mailboxId);
		return true;
	}

	async #readMailboxes(agentId: string, { caller }: Asker): Promise<readonly MailboxSummary[]> {
		if (caller !== null) this.#shares.take(caller, 1);
		const answer = await this.#ask({ read: 'mailboxes', agentId }, { agentId, scope: 'read:email' });
		return answer.outcome === 'mailboxes' ? answer.mailboxes : [];
	}

	async #readEmailConversations(agentId: string, { caller }: Asker): Promise<readonly EmailConversationSummary[]> {
		if (caller !== null) this.#shares.take(caller, 1);
		const question = { read: 'email-conversations', agentId } as const;
		const answer = await this.#ask(question, { agentId, scope: 'read:conversations' });
		return answer.outcome === 'email-conversations' ? answer.conversations : [];
	}

	async #readTranscript(conversationId: string): Promise<TranscriptMessage[]> {
		this.#shares.take(REVIEWERS, 1);
		const answer = await this.#ask({ read: 'transcript', conversationId }, { scope: 'read:conversations' });
		return answer.outcome === 'transcript' ? answer.messages : [];
	}

	async #readLeadsOf({ agentId, email }: Address): Promise<readonly Lead[]> {
		this.#shares.take(REVIEWERS, 1);
		const answer = await this.#ask({ read: 'leads-of-address', agentId, email }, { agentId, scope: 'read:leads' });
		return answer.outcome === 'leads' ? answer.leads : [];
	}

	#readAgents(first: number, { caller }: Asker): Promise<AgentList> {
		return readAgentList(first, {
			ask: (offset) => {
				if (caller !== null) this.#shares.take(caller, 1);
				return this.#ask({ read: 'agents', offset }, { scope: 'read:agents' });
			},
			mayAsk: () => caller === null || this.#shares.waitMs(caller, 1) === 0,
			unreadable: () => listUnreadable({ connection: this.name, baseUrl: this.baseUrl, scope: 'read:agents' }),
		});
	}

	async #ask(question: LookUpQuestion, asked: { agentId?: string; scope: string }): Promise<LookUpResult> {
		const answer = await this.lookUps.ask(this.name, question);
		if (answer.outcome !== 'refused') return answer;
		throw refusalOf(answer.refusal, { connection: this.name, baseUrl: this.baseUrl, ...asked });
	}
}

/** A refusal as a value, which can be cached. */
async function orProblem<Answer>(asking: Promise<Answer>): Promise<Answer | Problem> {
	try {
		return await asking;
	} catch (error) {
		if (error instanceof Problem) return error;
		throw error;
	}
}
