import { requireGlibc } from './require-glibc';

test('a system with glibc, or without Linux, may run the worker', () => {
	expect(() => requireGlibc()).not.toThrow();
	expect(() => requireGlibc('darwin', () => ({ header: {} }))).not.toThrow();
});

test('Alpine is named, and what to use', () => {
	// As Node 22 reports it there.
	const report = () => ({ header: { osName: 'Linux', osMachine: 'x86_64', wordSize: 64 } });
	expect(() => requireGlibc('linux', report)).toThrow(/no glibc.*Alpine Linux has musl.*bookworm-slim/);
});
