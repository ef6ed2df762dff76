import {
	allHandlersFinished,
	condition,
	continueAsNew,
	defineUpdate,
	setHandler,
	upsertMemo,
	workflowInfo,
} from '@temporalio/workflow';
import type { SubscriptionSettings, SubscriptionState } from './subscription-state';

export interface RotateSecret {
	/** Version of the worker's key that the new secret is derived from. */
	keyVersion: string;
	/** For how long the old secret signs as well, in milliseconds. */
	overlapMs: number;
}

export const changeSubscription = defineUpdate<SubscriptionState, [Partial<SubscriptionSettings>]>(
	'changeSubscription',
);
export const rotateSecret = defineUpdate<SubscriptionState, [RotateSecret]>('rotateSecret');

/**
 * One subscription, for as long as it exists: deleting it ends this workflow. It only keeps what was set, in its memo,
 * where it can be read without a worker.
 */
export async function subscription(state: SubscriptionState): Promise<void> {
	const save = (change: Partial<SubscriptionState>): SubscriptionState => {
		Object.assign(state, change, { updatedAt: new Date().toISOString() });
		upsertMemo({ subscription: state });
		return { ...state };
	};
	setHandler(changeSubscription, (change) => save({ settings: { ...state.settings, ...change } }));
	setHandler(rotateSecret, ({ keyVersion, overlapMs }) =>
		save({
			secret: { number: state.secret.number + 1, keyVersion },
			previous: { ...state.secret, until: new Date(Date.now() + overlapMs).toISOString() },
		}),
	);
	await condition(() => workflowInfo().continueAsNewSuggested && allHandlersFinished());
	await continueAsNew<typeof subscription>(state);
}
