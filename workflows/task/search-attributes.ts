import { defineSearchAttributeKey } from '@temporalio/common';

/** What tasks can be listed by. Never encrypted, so they hold ids and stages only. */
export const searchAttributes = {
	task: defineSearchAttributeKey('AkTask', 'KEYWORD'),
	connection: defineSearchAttributeKey('AkConnection', 'KEYWORD'),
	agent: defineSearchAttributeKey('AkAgent', 'KEYWORD'),
	stage: defineSearchAttributeKey('AkStage', 'KEYWORD'),
	/** Of a subscription and of what was sent to it: the subscription's id. */
	subscription: defineSearchAttributeKey('AkSubscription', 'KEYWORD'),
} as const;
