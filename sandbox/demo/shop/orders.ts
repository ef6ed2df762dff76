import { randomUUID } from 'node:crypto';
import type { Repositories } from '../../database/repositories';
import { businessMoments, isoTime } from './business-hours';
import { itemAt, visitorAt } from './visitors';

const HOUR_MS = 3_600_000;
/** A buyer who has not responded by then does not respond. */
const PENDING_HOURS = 48;
/** Most buyers confirm. */
const SETTLED = ['confirmed', 'confirmed', 'cancelled', 'confirmed', 'no_response', 'confirmed'] as const;
/** In hundredths of a euro. */
const AMOUNTS = [4990, 12_900, 7950, 18_900, 2590, 9900, 15_900, 6400, 23_700] as const;

/** Creates cash-on-delivery confirmations: the newest are pending, and the others have every other status. */
export function seedOrders(
	{ cod }: Pick<Repositories, 'cod'>,
	{ agentId, orders, firstVisitor }: { agentId: string; orders: number; firstVisitor: number },
	days: number,
	now: number,
): void {
	for (const [number, createdAt] of businessMoments(orders, days, now).entries()) {
		const { name, phone } = visitorAt(firstVisitor + number * 3);
		const isLast = number === orders - 1;
		const status = isLast || now - createdAt < PENDING_HOURS * HOUR_MS ? 'pending' : itemAt(SETTLED, number);
		cod.insert({
			id: `cod_${randomUUID()}`,
			agentId,
			conversationId: null,
			orderNumber: `HP-${4100 + firstVisitor + number}`,
			customerName: name,
			customerPhone: phone ?? '+49 555 01 299',
			amount: itemAt(AMOUNTS, number),
			currency: 'EUR',
			status,
			createdAt: isoTime(createdAt),
			settledAt: status === 'pending' ? null : isoTime(createdAt + 1.5 * HOUR_MS),
		});
	}
}
