import { z } from 'zod';
import type { SqlDatabase } from '../../database/sql-database';

const row = z.object({
	/** Null until somebody uses the switch. */
	enabled: z.number().nullable(),
	visits: z.number(),
	questions: z.number(),
	leads: z.number(),
});

export interface VisitCounts {
	visits: number;
	questions: number;
	leads: number;
}

/** The switch of the imagined visitors and what they have done, in one row. */
export class VisitCountsRepository {
	constructor(private readonly database: SqlDatabase) {}

	read(): VisitCounts & { enabled: boolean | null } {
		const found = this.database.get(row, 'SELECT enabled, visits, questions, leads FROM simulated_visitors');
		if (!found) throw new Error('The row of the simulated visitors is missing from the database.');
		return { ...found, enabled: found.enabled === null ? null : found.enabled === 1 };
	}

	setEnabled(enabled: boolean): void {
		this.database.run('UPDATE simulated_visitors SET enabled = ?', Number(enabled));
	}

	add({ visits, questions, leads }: VisitCounts): void {
		this.database.run(
			'UPDATE simulated_visitors SET visits = visits + ?, questions = questions + ?, leads = leads + ?',
			visits,
			questions,
			leads,
		);
	}
}
