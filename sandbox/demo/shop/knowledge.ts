import type { Repositories } from '../../database/repositories';
import { measureText } from '../../documents/plain-text';
import type { JobRunner } from '../../runtime/job-runner';
import { INDEX_QA_JOB } from '../../training/qa-pairs';
import { INDEX_SOURCE_JOB } from '../../training/sources';
import { isoTime } from './business-hours';

const DAY_MS = 86_400_000;

const PAIRS = [
	['Do you ship to islands?', 'Yes. It takes one day longer, and costs the same.'],
	['How long can I return something?', 'For 30 days, unworn, with the label on it. Return shipping is free.'],
	['Do you have a shop?', 'One, at the harbour, open from Tuesday to Saturday.'],
	['Can I pay cash on delivery?', 'Yes, within the country, for 3 euros more.'],
	['How do I wash the Skerry jacket?', 'At 30 degrees, without softener. Proof it again after five washes.'],
	['Is the Fell backpack waterproof?', 'It keeps out rain. For a river, use a liner.'],
	['How do I redeem a gift card?', 'Enter its code at the last step of your order. What is left stays on the card.'],
	['What does express delivery cost?', '12 euros. It arrives by noon of the next day.'],
] as const;

const TEXTS = [
	[
		'Opening hours in winter',
		'From November to March the shop at the harbour is open from Tuesday to Saturday, 11:00 to 17:00. On the days between Christmas and New Year it is closed.',
	],
	[
		'Care of boots',
		'Brush off mud when it is dry. Wax the leather twice a year, and after each wet week. Never dry boots on a heater: the sole comes off.',
	],
] as const;

/** A page that no longer exists, as the crawler reports it. */
const BROKEN_PAGE = 'https://harbour-pine.example/spring-catalogue';

export interface KnowledgeServices {
	repositories: Repositories;
	jobs: JobRunner;
}

/** Creates Q&A pairs and texts. The jobs index them when they start. */
export function seedKnowledge({ repositories, jobs }: KnowledgeServices, agentId: string, now: number): void {
	const { qaPairs, qaIndex, sources } = repositories;
	for (const [number, [question, answer]] of PAIRS.entries()) {
		const createdAt = isoTime(now - (60 - number * 7) * DAY_MS);
		const pair = { agentId, kind: 'qa' as const, question, answer, attachments: [], createdAt };
		qaIndex.markChanged(agentId, qaPairs.insert(pair));
	}
	jobs.add(INDEX_QA_JOB, agentId);
	for (const [number, [name, content]] of TEXTS.entries()) {
		const text = { agentId, type: 'text' as const, name, content, ...measureText(content) };
		const createdAt = isoTime(now - (45 - number * 10) * DAY_MS);
		jobs.add(INDEX_SOURCE_JOB, String(sources.insert({ ...text, status: 'processing', createdAt })));
	}
}

/** Creates a source that failed, with the reason. */
export function seedFailedSource({ sources }: Pick<Repositories, 'sources'>, agentId: string, now: number): void {
	const page = { agentId, type: 'url' as const, name: BROKEN_PAGE, content: null, sizeBytes: 0, wordCount: 0 };
	const id = sources.insert({ ...page, status: 'processing', createdAt: isoTime(now - 12 * DAY_MS) });
	sources.setStatus(id, 'failed', `${BROKEN_PAGE} could not be read: the page answered 404 Not Found.`);
}
