import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { TokenController } from './token.controller.js';
import { TokenAdministration } from './token-administration.service.js';
import { TokenListRepository } from './token-list.repository.js';

/** Bearer tokens over HTTP. */
@Module({
  imports: [AuthModule],
  controllers: [TokenController],
  providers: [TokenAdministration, TokenListRepository],
})
export class TokenModule {}
