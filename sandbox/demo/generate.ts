import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Agent } from '../database/agents-repository';
import type { SqlDatabase } from '../database/sql-database';

/** Places of generated visitors. */
const PLACES = [
	{ city: 'Bergen', country: 'Norway', countryCode: 'NO' },
	{ city: 'Lisbon', country: 'Portugal', countryCode: 'PT' },
	{ city: 'Osaka', country: 'Japan', countryCode: 'JP' },
	{ city: 'Lyon', country: 'France', countryCode: 'FR' },
	{ city: 'Toronto', country: 'Canada', countryCode: 'CA' },
	{ city: 'Nairobi', country: 'Kenya', countryCode: 'KE' },
	{ city: 'Leipzig', country: 'Germany', countryCode: 'DE' },
	{ city: 'Austin', country: 'United States', countryCode: 'US' },
	{ city: 'Recife', country: 'Brazil', countryCode: 'BR' },
	{ city: 'Mumbai', country: 'India', countryCode: 'IN' },
] as const;

/**
 * Rows of a common table expression `places (number, city, country, country_code)`, to generate data inside the
 * database.
 */
const PLACE_ROWS = PLACES.map(
	({ city, country, countryCode }, number) => `(${number}, '${city}', '${country}', '${countryCode}')`,
).join(', ');

/** Channels and questions of generated conversations. */
export const CHANNELS = ['website', 'api', 'whatsapp', 'instagram'] as const;
const QUESTIONS = ['Where is my parcel?', 'Which size fits me?', 'Do you repair boots?'] as const;

const numbered = (values: readonly string[]) => values.map((value, number) => `(${number}, '${value}')`).join(', ');

/**
 * The numbers ?1 to ?2, each with a moment and a place. ?3 is the agent, ?4 a mark, ?5 the seconds since 1970 of the
 * first moment, and ?6 the seconds between two moments. The last moment is now. The driver binds every number as a
 * float, which would appear in texts as 1.0.
 */
const NUMBERS = `WITH RECURSIVE
	numbers (number) AS (VALUES (CAST(?1 AS INTEGER)) UNION ALL SELECT number + 1 FROM numbers WHERE number < ?2),
	places (number, city, country, country_code) AS (VALUES ${PLACE_ROWS}),
	channels (number, channel) AS (VALUES ${numbered(CHANNELS)}),
	questions (number, question) AS (VALUES ${numbered(QUESTIONS)}),
	given (agent, mark) AS (VALUES (?3, ?4)),
	visits (number, at) AS (SELECT number, strftime('%Y-%m-%dT%H:%M:%fZ', ?5 + number * ?6, 'unixepoch') FROM numbers)`;

const FROM_VISITS = `FROM visits CROSS JOIN given JOIN places ON places.number = visits.number % ${PLACES.length}`;
const CONVERSATION = "'conv_' || mark || '_' || visits.number";

/** The number of leads that share a conversation: a million leads do not need a million conversations. */
const LEADS_PER_CONVERSATION = 10;
const SHARED_CONVERSATION = `'conv_' || mark || '_' || (visits.number - (visits.number - 1) % ${LEADS_PER_CONVERSATION})`;

/** Leads with their conversations on the website. */
const leads = [
	`${NUMBERS} INSERT INTO conversations (id, agent_id, channel, state, visitor_name, visitor_email, city, country,
		country_code, created_at)
	SELECT ${CONVERSATION}, agent, 'website', 'open', 'Visitor ' || visits.number,
		'visitor-' || visits.number || '@example.com', city, country, country_code, at
	${FROM_VISITS} WHERE visits.number % ${LEADS_PER_CONVERSATION} = 1`,
	`${NUMBERS} INSERT INTO leads (agent_id, conversation_id, name, email, phone, city, country, country_code, fields,
		captured_at)
	SELECT agent, ${SHARED_CONVERSATION}, 'Visitor ' || visits.number, 'visitor-' || visits.number || '@example.com',
		iif(visits.number % 3, '+1555' || printf('%07d', visits.number % 10000000), NULL), city, country, country_code,
		'{"interest":"' || iif(visits.number % 2, 'jackets', 'boots') || '"}', at
	${FROM_VISITS}`,
];

/**
 * A conversation with a question and its answer. Every tenth question has no answer, and every fifth conversation has a
 * rating.
 */
const conversations = [
	`${NUMBERS} INSERT INTO conversations (id, agent_id, channel, state, visitor_name, city, country, country_code, rating,
		message_count, created_at, last_message_at)
	SELECT ${CONVERSATION}, agent, channel, iif(visits.number % 3, 'resolved', 'open'), 'Visitor ' || visits.number, city,
		country, country_code, iif(visits.number % 5, NULL, visits.number / 5 % 5 + 1), 2, at, at
	${FROM_VISITS} JOIN channels ON channels.number = visits.number % ${CHANNELS.length}`,
	`${NUMBERS} INSERT INTO messages (conversation_id, role, content, answered, created_at)
	SELECT ${CONVERSATION}, 'visitor', question, visits.number % 10 <> 0, at
	FROM visits CROSS JOIN given JOIN questions ON questions.number = visits.number % ${QUESTIONS.length}`,
	`${NUMBERS} INSERT INTO messages (conversation_id, role, content, created_at)
	SELECT ${CONVERSATION}, 'assistant', iif(visits.number % 10, 'Here is what I know.', 'I could not find an answer.'), at
	FROM visits CROSS JOIN given`,
	`${NUMBERS} INSERT INTO unanswered_questions (agent_id, conversation_id, content, created_at)
	SELECT agent, ${CONVERSATION}, question, at
	FROM visits CROSS JOIN given JOIN questions ON questions.number = visits.number % ${QUESTIONS.length}
	WHERE visits.number % 10 = 0`,
];

/** Confirmations. Most buyers confirm. */
const codConfirmations = [
	`${NUMBERS} INSERT INTO cod_confirmations (id, agent_id, order_number, customer_name, customer_phone, amount, currency,
		status, created_at, settled_at)
	SELECT 'cod_' || mark || '_' || visits.number, agent, 'ORDER-' || visits.number, 'Visitor ' || visits.number,
		'+1555' || printf('%07d', visits.number % 10000000), 1000 + visits.number * 37 % 20000,
		iif(visits.number % 4, 'EUR', 'USD'), status, at, iif(status = 'pending', NULL, at)
	FROM visits CROSS JOIN given JOIN (
		SELECT 0 AS number, 'pending' AS status UNION ALL VALUES (1, 'confirmed'), (2, 'confirmed'), (3, 'confirmed'),
			(4, 'cancelled'), (5, 'no_response')
	) AS outcomes ON outcomes.number = visits.number % 6`,
];

/** The statements of each generator for one batch. */
const STATEMENTS = { leads, conversations, 'cod-confirmations': codConfirmations } as const;

export const GENERATED_KINDS = ['leads', 'conversations', 'cod-confirmations'] as const;

export interface GenerateOptions {
	kind: (typeof GENERATED_KINDS)[number];
	count: number;
	/** The items are spread evenly over this number of past days. */
	days: number;
}

/**
 * Rows of one transaction. The sandbox handles other requests between two transactions. It is a multiple of the leads
 * that share a conversation.
 */
const BATCH = 10_000;

/** Fills an agent with large amounts of data. If the sandbox stops, the data that exists so far stays. */
export class Generators {
	private readonly stopping = new AbortController();
	private readonly inProgress = new Set<Promise<void>>();

	constructor(private readonly database: SqlDatabase) {}

	/** Resolves to the duration in seconds. */
	async generate(agent: Agent, { kind, count, days }: GenerateOptions): Promise<{ seconds: number }> {
		const started = performance.now();
		const work = this.insertAll(agent, { kind, count, days });
		this.inProgress.add(work);
		try {
			await work;
		} finally {
			this.inProgress.delete(work);
		}
		return { seconds: Math.round(performance.now() - started) / 1000 };
	}

	/** Aborts and waits until the database is no longer used. */
	async stop(): Promise<void> {
		this.stopping.abort(new Error('The sandbox is stopping.'));
		await Promise.allSettled(this.inProgress);
	}

	private async insertAll(agent: Agent, { kind, count, days }: GenerateOptions): Promise<void> {
		const secondsEach = (days * 86_400) / count;
		const firstAt = Date.now() / 1000 - days * 86_400;
		// All ids of one generation share it, so that leads can name their conversations.
		const mark = randomUUID().slice(0, 8);
		for (let from = 1; from <= count; from += BATCH) {
			this.stopping.signal.throwIfAborted();
			const until = Math.min(count, from + BATCH - 1);
			this.database.transaction(() => {
				for (const statement of STATEMENTS[kind]) {
					this.database.run(statement, from, until, agent.id, mark, firstAt, secondsEach);
				}
			});
			await turn();
		}
	}
}
