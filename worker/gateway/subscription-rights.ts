import type { FastifyRequest } from 'fastify';
import type { EventType } from '../../workflows/task/event';
import type { TokenRole } from '../config';
import type { SubscriptionView } from '../webhooks';
import { roleMissing } from './plugins/bearer-token';

type Caller = Pick<FastifyRequest, 'tokenName' | 'tokenRoles'>;

/** Carries the link to the review page, with which anybody may decide. */
const WITH_LINK: EventType = 'review.requested';

/** @throws Problem 403 when the token may not decide, and would get the links with which anybody may */
export function checkMaySubscribe({ tokenName, tokenRoles }: Caller, events: readonly EventType[]): void {
	const roles = tokenRoles ?? [];
	if (mayHave(events, roles)) return;
	throw roleMissing('decide', { name: tokenName, roles }, [
		{ path: 'events', message: `${WITH_LINK} carries the link to decide, so it needs the role decide` },
	]);
}

/** As the caller may see it: an address can hold a secret, so it is shown whole only to those who may change it. */
export function presentSubscription({ tokenRoles }: Caller, subscription: SubscriptionView): SubscriptionView {
	const roles = tokenRoles ?? [];
	const mayChange = roles.includes('start') && mayHave(subscription.events, roles);
	return mayChange ? subscription : { ...subscription, url: originOf(subscription.url) };
}

function mayHave(events: readonly EventType[], roles: readonly TokenRole[]): boolean {
	return !events.includes(WITH_LINK) || roles.includes('decide');
}

function originOf(url: string): string {
	const { protocol, host } = new URL(url);
	return `${protocol}//${host}/…`;
}
