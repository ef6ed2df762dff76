import type { ResourceSamples } from '../sample';
import { accountSamples } from './account';
import { agentSamples } from './agent';
import { analyticsSamples } from './analytics';
import { codConfirmationSamples } from './cod-confirmation';
import { conversationSamples } from './conversation';
import { emailConversationSamples } from './email-conversation';
import { knowledgeSamples } from './knowledge';
import { leadSamples } from './lead';
import { mailboxSamples } from './mailbox';
import { qaPairSamples } from './qa-pair';
import { sourceSamples } from './source';

/** How every operation of the node is tried: a file a resource. */
export const allSamples: readonly ResourceSamples[] = [
	accountSamples,
	agentSamples,
	analyticsSamples,
	codConfirmationSamples,
	conversationSamples,
	emailConversationSamples,
	knowledgeSamples,
	leadSamples,
	mailboxSamples,
	qaPairSamples,
	sourceSamples,
];
