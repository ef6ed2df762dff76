export { buildGateway } from './app';
export type { GatewayServices } from './services';
export { Tokens } from './tokens';
export { startGateway, type RunningGateway } from './start-gateway';
