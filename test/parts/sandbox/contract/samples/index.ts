import type { OperationId } from '../../../../../api';
import type { Sample } from '../sample';
import { agentSamples } from './agents';
import { conversationSamples } from './conversations';
import { emailSamples } from './email';
import { knowledgeSamples } from './knowledge';
import { leadSamples } from './leads';
import { sourceSamples } from './sources';

/** One for each operation of the table. */
export const samples: Record<OperationId, Sample> = {
	...agentSamples,
	...conversationSamples,
	...sourceSamples,
	...knowledgeSamples,
	...leadSamples,
	...emailSamples,
	getOpenApi: { request: () => ({}) },
};
