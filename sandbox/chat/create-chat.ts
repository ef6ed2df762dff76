import type { FastifyBaseLogger } from 'fastify';
import type { Account } from '../account/account';
import type { Clock } from '../clock';
import type { SqlDatabase } from '../database/sql-database';
import type { Repositories } from '../repositories';
import type { Training } from '../training/training';
import { AnswerQuestion } from './answer-question';
import { Chat } from './chat';
import { DeliverAnswer } from './deliver-answer';
import { type LanguageModel, ModelWriter } from './model-writer';
import { PassageWriter } from './reply-writer';

export interface ChatParts {
	database: SqlDatabase;
	repositories: Repositories;
	account: Account;
	clock: Clock;
	training: Training;
	languageModel?: LanguageModel;
	log: FastifyBaseLogger;
}

/** Puts chat together. */
export function createChat({ database, languageModel, log, ...parts }: ChatParts): Chat {
	const { repositories, account, clock, training } = parts;
	const passages = new PassageWriter();
	const writer = languageModel ? new ModelWriter(languageModel, passages, log) : passages;
	return new Chat({
		repositories,
		account,
		clock,
		answers: new AnswerQuestion(repositories, training, writer),
		deliveries: new DeliverAnswer(database, repositories, account),
	});
}
