/** The fields of a set that an address names. */
export type NamedSet = Partial<Record<'connection' | 'agentId' | 'set', string>>;

/** @param id `["main","agent_1","Questions"]`, or a set's name alone */
export function setNamed(id: string): NamedSet {
	try {
		const parts: unknown = JSON.parse(id);
		const [connection, agentId, set] = Array.isArray(parts) ? (parts as unknown[]) : [];
		if (typeof connection === 'string' && typeof agentId === 'string' && typeof set === 'string')
			return { connection, agentId, set };
	} catch {
		// A name that is no JSON.
	}
	return id === '' ? {} : { set: id };
}
