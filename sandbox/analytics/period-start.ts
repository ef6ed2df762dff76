import type { Period } from '../../api';

const DAYS: Record<Period, number> = { '7d': 7, '30d': 30, '90d': 90 };

/** When a period that ends now began: ISO 8601 UTC. */
export function periodStart(period: Period): string {
	return new Date(Date.now() - DAYS[period] * 86_400_000).toISOString();
}
