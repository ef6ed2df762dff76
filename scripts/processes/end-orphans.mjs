// @ts-check
/**
 * Runs beside a start and ends its services if the start can no longer do so. After `kill -9` nothing of the start
 * runs, but the operating system closes the standard input of this program. Each line of its input is the id of a
 * process that leads its own group.
 */
import { createInterface } from 'node:readline';
import { stopGroup } from './kill-group.mjs';

/** @type {number[]} */
const leaders = [];
for await (const line of createInterface({ input: process.stdin })) leaders.push(Number(line));
await Promise.all(leaders.map((pid) => stopGroup(pid)));
