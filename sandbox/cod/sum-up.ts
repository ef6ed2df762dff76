import type { CodResult } from '../database/cod-repository';

export interface CodMetrics {
	startDate: string | null;
	endDate: string | null;
	total: number;
	pending: number;
	confirmed: number;
	cancelled: number;
	noResponse: number;
	/** Confirmed ones among those that are not pending, 0 to 1; null when there are none. */
	confirmationRate: number | null;
	/** In each currency. */
	amounts: { currency: string; total: number; confirmed: number }[];
}

/** Adds up the results of a range of days. */
export function sumUp(results: readonly CodResult[], days: { startDate?: string; endDate?: string }): CodMetrics {
	const count = (status?: CodResult['status']) =>
		add(
			results.filter((result) => status === undefined || result.status === status),
			'count',
		);
	const settled = count() - count('pending');
	return {
		startDate: days.startDate ?? null,
		endDate: days.endDate ?? null,
		total: count(),
		pending: count('pending'),
		confirmed: count('confirmed'),
		cancelled: count('cancelled'),
		noResponse: count('no_response'),
		confirmationRate: settled === 0 ? null : Number((count('confirmed') / settled).toFixed(4)),
		amounts: [...new Set(results.map(({ currency }) => currency))].map((currency) => {
			const ofCurrency = results.filter((result) => result.currency === currency);
			const confirmed = ofCurrency.filter(({ status }) => status === 'confirmed');
			return { currency, total: add(ofCurrency, 'amount') / 100, confirmed: add(confirmed, 'amount') / 100 };
		}),
	};
}

function add(results: readonly CodResult[], field: 'count' | 'amount'): number {
	return results.reduce((sum, result) => sum + result[field], 0);
}
