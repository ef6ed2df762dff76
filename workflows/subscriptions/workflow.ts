import { allHandlersFinished, condition, defineUpdate, upsertMemo, workflowInfo } from '@temporalio/workflow';
import { type Answered, respondOnce } from '../task/actions';
import { continueTaskAsNew } from '../task/continue-as-new';
import { onUpdate } from '../task/on-update';
import type { SubscriptionSettings, SubscriptionState } from './state';

export interface RotateSecret {
	/** Version of the worker's key that the new secret is derived from. */
	keyVersion: string;
	/** For how long the old secret signs as well, in milliseconds. */
	overlapMs: number;
}

/** The state after a change. */
export interface ChangeResponse extends SubscriptionState {
	/** Digest of the change, for its asker to compare. */
	asked: string;
}

export const changeSubscription = defineUpdate<ChangeResponse, [Partial<SubscriptionSettings>, string]>(
	'changeSubscription',
);
export const rotateSecret = defineUpdate<SubscriptionState, [RotateSecret]>('rotateSecret');

/**
 * One subscription, for as long as it exists: deleting it ends this workflow. It only keeps what was set, in its memo,
 * where it can be read without a worker.
 * @param answered what earlier histories answered, so that a repeat changes nothing
 */
export async function subscription(
	state: SubscriptionState,
	answered: Array<Answered<ChangeResponse>> = [],
): Promise<void> {
	const save = (change: Partial<SubscriptionState>): SubscriptionState => {
		Object.assign(state, change, { updatedAt: new Date().toISOString() });
		upsertMemo({ subscription: state });
		return { ...state };
	};
	onUpdate(changeSubscription, (change, asked) =>
		respondOnce(answered, () => ({ ...save({ settings: { ...state.settings, ...change } }), asked })),
	);
	onUpdate(rotateSecret, ({ keyVersion, overlapMs }) =>
		respondOnce(answered, () =>
			save({
				secret: { number: state.secret.number + 1, keyVersion },
				previous: { ...state.secret, until: new Date(Date.now() + overlapMs).toISOString() },
			}),
		),
	);
	await condition(() => workflowInfo().continueAsNewSuggested && allHandlersFinished());
	await continueTaskAsNew(state, answered);
}
