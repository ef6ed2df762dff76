export { buildGateway, startGateway, type RunningGateway } from './app';
export { Tokens } from './plugins/bearer-token';
export type { GatewayServices } from './services';
