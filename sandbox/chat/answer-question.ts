import type { ChatBody, ChatReply } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { StoredMessage } from '../database/conversations-repository';
import type { FoundPassage } from '../database/passages-repository';
import type { IndexedPair, QaIndexRepository } from '../database/qa-pairs-repository';
import type { Repositories } from '../database/repositories';
import { relevantPassages } from '../search/search-passages';
import { matchAnyOf, questionWords, keywordsOf } from '../search/words';
import type { Training } from '../training/training';
import type { ReplyWriter } from './reply-writer';

/** A reply uses at most this many passages. */
const PASSAGES = 3;

const NO_ANSWER =
	'I could not find an answer to that in what I have learned. I have noted your question, so that the team can add one.';

export interface Question {
	agent: Agent;
	message: string;
	location: ChatBody['location'];
	/** The conversation so far, oldest first. */
	history: StoredMessage[];
	/** The owner's instructions. Only a language model follows them. */
	instructions?: string;
	/** Whether the knowledge may be searched. If not, only the Q&A pairs answer. Default: true. */
	mayUseKnowledge?: boolean;
}

export interface Answer extends Pick<ChatReply, 'reply'> {
	sources: { title: string; url: string | null }[];
	/** False if the agent has no answer. */
	answered: boolean;
}

/** Answers with a Q&A pair, verbatim, or else with the best passages (specification, parts 2 and 4). */
export class QuestionAnswering {
	constructor(
		private readonly repositories: Pick<Repositories, 'passages' | 'qaIndex'>,
		private readonly training: Training,
		private readonly writer: ReplyWriter,
	) {}

	async answer(question: Question, signal: AbortSignal): Promise<Answer> {
		const { agent, message, location, history, instructions = '', mayUseKnowledge = true } = question;
		const pair = matchQuestion(this.repositories.qaIndex, agent.id, message);
		if (pair) return { reply: pair.answer, sources: [], answered: true };
		const canSearch = mayUseKnowledge && this.training.status(agent).canChat;
		const passages = canSearch ? this.findPassages(question) : [];
		if (passages.length === 0) return { reply: NO_ANSWER, sources: [], answered: false };
		const place = placeName(location);
		const reply = await this.writer.write(
			{ agentName: agent.name, question: message, history, passages, place, instructions },
			signal,
		);
		return { reply, sources: sourcesOf(passages), answered: true };
	}

	/** A question without its own keywords ("and to Norway?") continues the previous question. */
	private findPassages({ agent, message, location, history }: Question): FoundPassage[] {
		const needed = questionWords(message);
		const about = (words: string[]) =>
			relevantPassages(this.repositories.passages, {
				agentId: agent.id,
				words,
				needed,
				placeWords: placeWords(location),
				limit: PASSAGES,
			});
		const passages = about(needed);
		const before = history.findLast(({ role }) => role === 'visitor')?.content;
		if (passages.length > 0 || before === undefined) return passages;
		return about([...new Set([...questionWords(before), ...needed])]);
	}
}

/** Each page or document once, in the order of the passages. */
function sourcesOf(passages: readonly FoundPassage[]): Answer['sources'] {
	const byPlace = new Map(passages.map(({ title, url }) => [url ?? title, { title, url }]));
	return [...byPlace.values()];
}

/** The number of pairs that are compared in full. */
const CANDIDATES = 10;

/** Above this share of common words two questions count as the same. One half is one word of two. */
const MIN_SIMILARITY = 0.55;

/**
 * The pair whose question has nearly the same words as the message, in any form and order. Undefined if there is none.
 */
function matchQuestion(index: QaIndexRepository, agentId: string, message: string): IndexedPair | undefined {
	const words = questionWords(message);
	const match = matchAnyOf(words);
	if (match === null) return undefined;
	let best: { pair: IndexedPair; similarity: number } | undefined;
	for (const pair of index.search(agentId, match, CANDIDATES)) {
		const similarity = similarityOf(index, pair, words);
		if (similarity > (best?.similarity ?? MIN_SIMILARITY)) best = { pair, similarity };
	}
	return best?.pair;
}

/** The share of words that both have (Sørensen-Dice): 0 to 1. */
function similarityOf(index: QaIndexRepository, pair: IndexedPair, words: readonly string[]): number {
	const common = index.countWords(pair.pairId, words);
	return (2 * common) / (words.length + questionWords(pair.question).length);
}

type Location = NonNullable<ChatBody['location']>;

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The name of a country by its ISO 3166 code; undefined for anything else. */
function countryName(code: string): string | undefined {
	return /^[a-z]{2}$/i.test(code) ? countryNames.of(code.toUpperCase()) : undefined;
}

/** A location in words, from the smallest to the largest: "Bergen, Vestland, Norway". Empty when nothing is known. */
function placeName(location: Location = {}): string {
	const { city, region, country, countryCode } = location;
	const land = country ?? (countryCode === undefined ? undefined : countryName(countryCode));
	return [city, region, land].filter((part) => part !== undefined && part !== '').join(', ');
}

/** The words by which a passage may name the place. */
function placeWords(location: Location | undefined): string[] {
	return keywordsOf(placeName(location)).slice(0, 8);
}
