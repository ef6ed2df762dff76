import type { ChatBody, ChatReply } from '../../api';
import { questionWords } from '../knowledge/question-words';
import { relevantPassages } from '../knowledge/relevant-passages';
import type { Repositories } from '../database/repositories';
import type { Agent } from '../database/agents-repository';
import type { FoundPassage } from '../database/passages-repository';
import type { StoredMessage } from '../database/conversations-repository';
import type { Training } from '../training/training';
import { matchQuestion } from './match-question';
import { placeName, placeWords } from './place';
import type { ReplyWriter } from './reply-writer';

/** Passages a reply rests on at most. */
const PASSAGES = 3;

const NO_ANSWER =
	'I could not find an answer to that in what I have learned. I have noted your question, so that the team can add one.';

export interface Question {
	agent: Agent;
	message: string;
	location: ChatBody['location'];
	/** What was said before, oldest first. */
	history: StoredMessage[];
	/** How the owner wants it answered; a language model keeps to it. */
	instructions?: string;
	/** Whether the knowledge may be searched; if not, the Q&A pairs alone answer. Left out: it may. */
	mayUseKnowledge?: boolean;
}

export interface Answer extends Pick<ChatReply, 'reply'> {
	sources: { title: string; url: string | null }[];
	/** False: the agent does not know. */
	answered: boolean;
}

/** Answers from the Q&A pairs, verbatim, or else from the best passages (specification, parts 2 and 4). */
export class AnswerQuestion {
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

	/** A question that says nothing by itself ("and to Norway?") goes on from the one before. */
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
