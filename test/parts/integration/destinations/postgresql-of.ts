import { destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import { PostgresqlDestination } from '../../../../worker/destinations/postgresql/postgresql-destination';

/** A destination of the name `crm`, as the configuration would have it. */
export function postgresqlOf(settings: {
	url: string;
	table?: string;
	conversationsTable?: string;
	columns?: Record<string, string>;
	withoutName?: string;
	oneWordName?: 'first' | 'last';
	conversation?: 'extract' | 'text' | 'json';
}) {
	const { crm } = destinationsSchema.parse({ crm: { type: 'postgresql', ...settings } });
	if (crm?.type !== 'postgresql') throw new Error('It is another destination.');
	return new PostgresqlDestination('crm', crm);
}
