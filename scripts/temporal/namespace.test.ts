import { RETENTION_HOURS as demanded } from '../../worker/temporal';
import { RETENTION_HOURS } from './namespace.mjs';

it('a namespace is kept for as long as the worker demands', () => {
	expect(RETENTION_HOURS).toBe(demanded);
});
