import { destinationKind } from '../kind';
import { PostgresqlDestination } from './postgresql-destination';
import { postgresqlSettings } from './settings';

export const postgresql = destinationKind({
	title: 'PostgreSQL',
	settings: postgresqlSettings,
	open: (name, settings) => new PostgresqlDestination(name, settings),
	// The address contains the password.
	secrets: ['url'],
	httpAddress: null,
});
