import { agentOperations } from './agents';
import { conversationOperations } from './conversations';
import { descriptionOperations } from './description';
import { emailOperations } from './email';
import { knowledgeOperations } from './knowledge';
import { leadOperations } from './leads';
import { sourceOperations } from './sources';

export * from './operation';

/** Every endpoint of the customer API (specification, part 4): the one table that all else is held against. */
export const operations = {
	...agentOperations,
	...conversationOperations,
	...sourceOperations,
	...knowledgeOperations,
	...leadOperations,
	...emailOperations,
	...descriptionOperations,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;
