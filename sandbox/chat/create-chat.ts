import type { FastifyBaseLogger } from 'fastify';
import type { Account } from '../account/account';
import type { Clock } from '../runtime/clock';
import type { SqlDatabase } from '../database/sql-database';
import type { Repositories } from '../database/repositories';
import type { Training } from '../training/training';
import { AnswerQuestion } from './answer-question';
import { Chat } from './chat';
import { DeliverAnswer } from './deliver-answer';
import { type LanguageModel, ModelWriter } from './model-writer';
import { PassageWriter } from './reply-writer';

export interface AnswersParts {
	repositories: Repositories;
	training: Training;
	languageModel?: LanguageModel;
	log: FastifyBaseLogger;
}

/** Puts together what answers questions, in chat and by mail. */
export function createAnswers({ repositories, training, languageModel, log }: AnswersParts): AnswerQuestion {
	const passages = new PassageWriter();
	const writer = languageModel ? new ModelWriter(languageModel, passages, log) : passages;
	return new AnswerQuestion(repositories, training, writer);
}

export interface ChatParts {
	database: SqlDatabase;
	repositories: Repositories;
	account: Account;
	clock: Clock;
	answers: AnswerQuestion;
}

/** Puts chat together. */
export function createChat({ database, repositories, account, clock, answers }: ChatParts): Chat {
	const deliveries = new DeliverAnswer(database, repositories, account);
	return new Chat({ repositories, account, clock, answers, deliveries });
}
