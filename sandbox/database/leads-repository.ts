import { z } from 'zod';
import { jsonColumn, type SqlDatabase } from './sql-database';

const leadRow = z.object({
	id: z.number(),
	agentId: z.string(),
	conversationId: z.string(),
	name: z.string(),
	email: z.string(),
	phone: z.string().nullable(),
	city: z.string(),
	country: z.string(),
	countryCode: z.string(),
	fields: jsonColumn(z.record(z.string(), z.unknown())),
	capturedAt: z.string(),
});
const daysRow = z.object({ days: jsonColumn(z.array(z.string())), counts: jsonColumn(z.array(z.number())) });
const totalRow = z.object({ total: z.number() });

export type StoredLead = z.output<typeof leadRow>;

export interface NewLead extends Omit<StoredLead, 'id'> {
	/** Only for the dashboard; no method here reads it. */
	network: Record<string, string> | null;
}

/** Days are YYYY-MM-DD in UTC, inclusive; null: no bound. */
export interface LeadDays {
	startDate: string | null;
	endDate: string | null;
}

const COLUMNS =
	'id, agent_id AS agentId, conversation_id AS conversationId, name, email, phone, city, country, ' +
	'country_code AS countryCode, fields, captured_at AS capturedAt';
const NEWEST_FIRST = 'ORDER BY captured_at DESC, id DESC';
const DAYS = 'agent_id = ?1 AND (?2 IS NULL OR day >= ?2) AND (?3 IS NULL OR day <= ?3)';

/** The first and the last moment of a range of days, to compare with captured_at. */
const from = (day: string | null) => (day === null ? '' : `${day}T00:00:00.000Z`);
const until = (day: string | null) => (day === null ? '~' : `${day}T23:59:59.999Z`);

/** Captured leads. Lists stay fast with a million of them: counts per day locate a page. */
export class LeadsRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(id: number): StoredLead | undefined {
		return this.database.get(leadRow, `SELECT ${COLUMNS} FROM leads WHERE id = ?`, id);
	}

	/** Newest first. */
	page(agentId: string, days: LeadDays, limit: number, offset: number): { items: StoredLead[]; total: number } {
		const { startDate } = days;
		const { total, begin } = this.placeOf(agentId, days, offset);
		if (!begin) return { items: [], total };
		const items = this.database.all(
			leadRow,
			`SELECT ${COLUMNS} FROM leads WHERE agent_id = ? AND captured_at BETWEEN ? AND ? ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
			agentId,
			from(startDate),
			until(begin.day),
			limit,
			offset - begin.before,
		);
		return { items, total };
	}

	/** As `page`, for leads whose address contains this text, regardless of case. It scans every lead of those days. */
	pageByEmail(agentId: string, email: string, { startDate, endDate }: LeadDays, limit: number, offset: number) {
		const where = "agent_id = ?1 AND captured_at BETWEEN ?2 AND ?3 AND email LIKE ?4 ESCAPE '|'";
		const literal = email.replaceAll(/[%_|]/g, '|$&');
		const values = [agentId, from(startDate), until(endDate), `%${literal}%`];
		const items = this.database.all(
			leadRow,
			`SELECT ${COLUMNS} FROM leads WHERE id IN (
				SELECT id FROM leads WHERE ${where} ${NEWEST_FIRST} LIMIT ?5 OFFSET ?6
			) ${NEWEST_FIRST}`,
			...values,
			limit,
			offset,
		);
		const sql = `SELECT count(*) AS total FROM leads WHERE ${where}`;
		return { items, total: this.database.get(totalRow, sql, ...values)?.total ?? 0 };
	}

	/** Leads captured since a moment. @param since ISO 8601 UTC */
	countSince(agentId: string, since: string): number {
		const day = since.slice(0, 10);
		const sql = `SELECT (SELECT coalesce(sum(count), 0) FROM lead_days WHERE agent_id = ?1 AND day > ?2)
			+ (SELECT count(*) FROM leads WHERE agent_id = ?1 AND captured_at BETWEEN ?3 AND ?4) AS total`;
		return this.database.get(totalRow, sql, agentId, day, since, until(day))?.total ?? 0;
	}

	insert(lead: NewLead): number {
		return this.database.run(
			`INSERT INTO leads (agent_id, conversation_id, name, email, phone, city, country, country_code, fields, network,
				captured_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			lead.agentId,
			lead.conversationId,
			lead.name,
			lead.email,
			lead.phone,
			lead.city,
			lead.country,
			lead.countryCode,
			JSON.stringify(lead.fields),
			lead.network && JSON.stringify(lead.network),
			lead.capturedAt,
		).id;
	}

	delete(id: number): void {
		this.database.run('DELETE FROM leads WHERE id = ?', id);
	}

	/** The number of leads, the day of the lead at this offset, and the number of leads of later days. */
	private placeOf(agentId: string, { startDate, endDate }: LeadDays, offset: number) {
		// Two lists in one row: the driver is slow per row.
		const sql = `SELECT json_group_array(day) AS days, json_group_array(count) AS counts FROM (
			SELECT day, count FROM lead_days WHERE ${DAYS} ORDER BY day DESC)`;
		const found = this.database.get(daysRow, sql, agentId, startDate, endDate);
		let total = 0;
		let begin: { day: string; before: number } | undefined;
		for (const [place, day] of (found?.days ?? []).entries()) {
			const before = total;
			total += found?.counts[place] ?? 0;
			if (before <= offset && offset < total) begin = { day, before };
		}
		return { total, begin };
	}
}
